import type { Page } from 'puppeteer';
import { judgeUrl } from '../../contracts/egress/address.ts';
import type { EgressRules } from '../../contracts/egress/rules.ts';
import { Failure } from '../../contracts/failures.ts';
import type { Picture } from '../../contracts/results/brandingDraft.ts';
import type { BrowserPool, Progress } from '../egress/browser.ts';
import { followDocuments } from '../egress/documents.ts';
import type { EgressProxy } from '../egress/proxy.ts';
import { explainNavigation } from '../egress/renderFailures.ts';
import { settle } from '../egress/settle.ts';
import type { Collector } from './collector.ts';
import type { Evidence } from './evidence.ts';
import { logoPictures } from './pictures.ts';

export interface Look {
  evidence: Evidence;
  /** Of what may be the logo. */
  pictures: Picture[];
  /** Said where the page was read before it was finished. */
  warning?: string;
}

interface LookRequest {
  url: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export type LookAt = (request: LookRequest) => Promise<Look>;

interface Dependencies {
  rules: EgressRules;
  pool: BrowserPool;
  proxy: Pick<EgressProxy, 'problem'>;
  collector: Collector;
}

/** A usual desktop: wide enough for every framework's widest container. */
const desktop = { width: 1_440, height: 900, deviceScaleFactor: 1 };
/** Of the time, what is kept for reading a page that has not finished. */
const reserveMs = 12_000;

/** Looks at a page as a person at a desktop would, once, and closes it. */
export function createLookAt({ rules, pool, proxy, collector }: Dependencies): LookAt {
  return async ({ url, timeoutMs, signal }) => {
    const judged = judgeUrl(url, rules);
    if (judged.url === undefined) throw new Failure(judged.kind, judged.problem);
    const target = judged.url;

    async function read(page: Page, progress: Progress): Promise<Look> {
      const until = Date.now() + timeoutMs;
      const documents = followDocuments(page, target);
      progress.enter('waiting for the answer');
      const reader = await collector.attach(page);
      await prepare(page);
      const finished = await opened(page, target.href, Math.max(timeoutMs - reserveMs, timeoutMs / 2)).catch(
        (error: unknown) => {
          const host = documents.host();
          const { status } = documents.last();
          const navigation = { host, status, problem: proxy.problem(host), timeoutMs };
          throw documents.blame(explainNavigation(error, navigation));
        },
      );
      judgeAnswer(documents.last(), finished);
      progress.enter('rendering the page');
      if (finished) await settle(page, until - Date.now() - reserveMs / 2);
      else await reader.stopScript();
      // The page may have sent itself elsewhere meanwhile.
      judgeAnswer(documents.last(), finished);
      progress.enter('reading the page');
      const evidence = await reader.read();
      const pictures = await logoPictures(evidence, reader.loaded);
      return {
        evidence,
        pictures,
        ...(!finished && { warning: 'The page had not finished loading when it was read.' }),
      };
    }
    const settings = { origin: target.origin, headers: {}, mobile: false, withMedia: true, timeoutMs, signal };
    return pool.withPage(settings, read);
  };
}

async function prepare(page: Page): Promise<void> {
  await page.setViewport(desktop);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: 'light' },
    // Nothing is to be caught half faded in.
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
}

/** False where the page has begun to arrive and does not finish: what is there can be read all the same. */
async function opened(page: Page, href: string, timeout: number): Promise<boolean> {
  try {
    await page.goto(href, { waitUntil: 'domcontentloaded', timeout });
    return true;
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    if (!late || page.url() === 'about:blank') throw error;
    return false;
  }
}

interface Answer {
  status: number;
  contentType?: string;
}

function judgeAnswer({ status, contentType = 'text/html' }: Answer, finished: boolean): void {
  if (status >= 400) throw new Failure('PageRefused', `The site answered ${status}.`, { statusCode: status });
  if (status === 0 && !finished) throw new Failure('PageTimedOut', 'the site did not answer in time');
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^(?:text\/html|application\/xhtml\+xml)$/.test(type)) {
    throw new Failure('PageNotText', `the address answers with ${type}, not with a page`);
  }
}
