import type { FileWork, ScrapeWork } from '../../contracts/work/pages.ts';
import { type CompressedText, storedText } from '../../storage/concatenableGzip.ts';
import { encoded } from '../http/contentEncoding.ts';
import type { Context } from '../http/context.ts';
import { isRefusal } from '../temporal/failures.ts';
import type { ApiDeps } from './deps.ts';
import { storedResult } from './storedResult.ts';

const before = storedText('{"success":true,"data":');
const after = storedText('}');
const askedForBrowser = 'it was asked for';

/** Has single pages and files read by workers, which store and charge them. */
export function createSinglePages({ storage, calls }: Pick<ApiDeps, 'storage' | 'calls'>) {
  /** The page; also if the worker that has settled it was lost before it could answer. */
  async function settled(
    { job: id, account }: Pick<ScrapeWork, 'job' | 'account'>,
    reading: Promise<Buffer | undefined>,
  ): Promise<CompressedText> {
    try {
      return storedResult(await reading, id);
    } catch (error) {
      // A caller that is told that it failed must not be charged afterwards.
      const found = isRefusal(error) ? undefined : await storage.scrapes.resolve({ id, account });
      if (!found) throw error;
      return found;
    }
  }

  /** Over plain HTTP, and in the browser if that turns out to be needed or was asked for. */
  async function readPage({ browserOnly, ...page }: ScrapeWork, signal: AbortSignal) {
    let reason = browserOnly ? askedForBrowser : undefined;
    if (reason === undefined) {
      const { content, value } = await calls.call('fetch', 'scrapePage', page, { signal });
      if (!value) return content;
      reason = value.render;
    }
    return (await calls.call('browser', 'scrapePage', { ...page, reason }, { signal })).content;
  }

  async function readFile(work: FileWork, signal: AbortSignal) {
    return (await calls.call('fetch', 'parseFile', work, { signal })).content;
  }

  return {
    scrape: (work: ScrapeWork, signal: AbortSignal) => settled(work, readPage(work, signal)),
    parse: (work: FileWork, signal: AbortSignal) => settled(work, readFile(work, signal)),
  };
}

/** Answers with one page. */
export function sendPage(ctx: Context, page: CompressedText): void {
  ctx.type = 'json';
  ctx.body = encoded(ctx, [before, page, after]);
}
