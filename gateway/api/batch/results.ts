import type { Middleware } from 'koa';
import { packNow } from '../../../storage/packed.ts';
import { ownJob } from '../../accounts/ownJob.ts';
import type { ApiParts } from '../deps.ts';
import { encoded } from './encoded.ts';

const lineEnd = packNow('\n');

/** `GET /v1/batch/scrape/{id}/results.ndjson`: all that is settled, a line an item, never more than a few in memory. */
export function batchResults({ storage }: ApiParts): Middleware {
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
