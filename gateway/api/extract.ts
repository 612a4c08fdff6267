import { randomUUID } from 'node:crypto';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import { extractWorkflowId } from '../../contracts/work/ids.ts';
import { callerOf } from '../http/context.ts';
import type { ApiDeps } from './deps.ts';
import { refuseOtherBody } from './idempotency.ts';
import { checkOptions } from './options.ts';
import { publicUrl } from './publicUrl.ts';
import type { ApiRouter } from './router.ts';
import { storedResult } from './storedResult.ts';

/** `POST /v1/extract`: data from one page, while the caller waits. */
export function extractRoute(
  router: ApiRouter,
  { authenticate, limitConcurrency, requests, settings, storage, flows }: ApiDeps,
): void {
  router.post('/v1/extract', authenticate, limitConcurrency, async (ctx) => {
    const { request, idempotency } = await requests.read(ctx, 'extract');
    const { url: givenUrl, schema, prompt, evidence, origin: _, ...given } = request;
    const url = publicUrl('url', givenUrl, settings);
    const options = pageOptions(given);
    const { browserOnly } = checkOptions(options, settings);
    const { account, requestId } = callerOf(ctx);

    const question = {
      ...(schema !== undefined && { schema }),
      ...(prompt !== undefined && { prompt }),
      ...(evidence && { evidence }),
    };
    const opened = await storage.answers.open({
      id: randomUUID(),
      account,
      question,
      ...(idempotency && { idempotency }),
    });
    if (idempotency) refuseOtherBody(opened.body, idempotency);
    const job = opened.id;
    ctx.state.job = job;
    const earlier = idempotency && (await storage.answers.text(job));
    if (!earlier) {
      const work = { account, requestId, job, url, options, browserOnly };
      // A caller with an idempotency key may come back for the answer, so the work goes on without the caller.
      const cancelOnDisconnect = !idempotency;
      const run = await flows.run(ctx.res, 'extract', extractWorkflowId(job), work, { cancelOnDisconnect });
      // Each run reads the page anew, and pays for itself.
      if (run !== undefined) ctx.state.page = run;
    }
    ctx.type = 'json';
    ctx.body = earlier ?? storedResult(await storage.answers.text(job), job);
  });
}

function pageOptions(given: Pick<PageOptions, 'waitFor' | 'timeout' | 'engine' | 'headers'>): PageOptions {
  return {
    ...given,
    formats: ['markdown', 'rawHtml'],
    // The data may be in a footer: the whole page is read.
    onlyMainContent: false,
    mobile: false,
    maxAge: 0,
  };
}
