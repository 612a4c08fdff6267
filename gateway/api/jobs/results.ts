import { storedText } from '../../../storage/concatenableGzip.ts';
import { encoded } from '../../http/contentEncoding.ts';
import type { Middleware } from '../../http/context.ts';
import { ownJob } from '../../http/ownJob.ts';
import type { ApiDeps } from '../deps.ts';

const lineEnd = storedText('\n');

/** `GET /v1/batch/scrape/{id}/results.ndjson` and the same under `/v1/crawl`: all settled items, one per line, in constant memory. */
export function jobResults({ storage }: ApiDeps): Middleware {
  return async (ctx) => {
    const job = await ownJob(ctx, storage);
    async function* lines() {
      for await (const item of storage.pages.stream(job._id)) yield* [item, lineEnd];
    }
    ctx.type = 'application/x-ndjson';
    ctx.set('Content-Disposition', `attachment; filename="${job._id}.ndjson"`);
    ctx.body = encoded(ctx, lines());
  };
}
