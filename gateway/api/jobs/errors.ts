import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { robotsDisallow } from '../../../contracts/failures.ts';
import type { FailedPage } from '../../../storage/pages.ts';
import type { Middleware } from '../../http/context.ts';
import { ownJob } from '../../http/ownJob.ts';
import type { ApiDeps } from '../deps.ts';

/** Written at once; other callers are answered in between. */
const errorsPerStep = 500;

/** `GET /v1/batch/scrape/{id}/errors` and the same under `/v1/crawl`: the URLs that failed, and why. */
export function jobErrors({ storage }: ApiDeps): Middleware {
  return async (ctx) => {
    const job = await ownJob(ctx, storage);
    const failures = await storage.pages.failures(job._id);
    const blocked = failures.filter(({ error }) => error === robotsDisallow);
    const errorOf = ({ index, url, error, settledAt }: FailedPage) => ({
      id: `${job._id}:${index}`,
      timestamp: settledAt.toISOString(),
      url,
      error,
    });

    async function* answer() {
      yield '{"success":true,"errors":';
      yield* jsonList(failures, errorOf);
      yield ',"robotsBlocked":';
      yield* jsonList(blocked, ({ url }) => url);
      yield '}';
    }
    ctx.type = 'json';
    ctx.body = Readable.from(answer());
  };
}

/** A list as JSON, in pieces. */
async function* jsonList<T>(list: readonly T[], toValue: (each: T) => unknown) {
  yield '[';
  for (let at = 0; at < list.length; at += errorsPerStep) {
    const values = JSON.stringify(list.slice(at, at + errorsPerStep).map(toValue)).slice(1, -1);
    yield at === 0 ? values : `,${values}`;
    await yieldToEventLoop();
  }
  yield ']';
}
