import { randomUUID } from 'node:crypto';
import { Failure } from '../../contracts/failures.ts';
import { createSchemaCheck } from '../../contracts/json/schema.ts';
import { type ExtractRequest, extractRequestSchema } from '../../contracts/requests/extract.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import { extractWorkflowId } from '../../contracts/work/ids.ts';
import { readJson } from '../http/body.ts';
import { callerOf } from '../http/context.ts';
import type { ApiDeps } from './deps.ts';
import { idempotencyOf, refuseReusedKey } from './idempotency.ts';
import { checkOptions } from './options.ts';
import { publicUrl } from './publicUrl.ts';
import type { ApiRouter } from './router.ts';
import { storedResult } from './storedResult.ts';
import { validator } from './validate.ts';

const maxBodyBytes = 1024 * 1024;

/** `POST /v1/extract`: data from one page, while the caller waits. */
export function extractRoute(
  router: ApiRouter,
  { authenticate, limitConcurrency, settings, storage, flows }: ApiDeps,
): void {
  const validate = validator<ExtractRequest>(extractRequestSchema);
  const schemaProblem = createSchemaCheck();
  router.post('/v1/extract', authenticate, limitConcurrency, async (ctx) => {
    const body = await readJson(ctx, maxBodyBytes);
    requireQuestion(body);
    const { url: givenUrl, schema, prompt, origin: _, ...given } = validate(body);
    const problem = schema === undefined ? undefined : schemaProblem(schema);
    if (problem) throw new Failure('InvalidRequest', problem);
    const url = publicUrl('url', givenUrl, settings);
    const options = pageOptions(given);
    const { browserOnly } = checkOptions(options);
    const { account, requestId } = callerOf(ctx);

    const idempotency = idempotencyOf(ctx, { url, schema, prompt, given });
    const question = { ...(schema !== undefined && { schema }), ...(prompt !== undefined && { prompt }) };
    const opened = await storage.answers.open({
      id: randomUUID(),
      account,
      question,
      ...(idempotency && { idempotency }),
    });
    if (idempotency && opened.body !== idempotency.body) refuseReusedKey();
    const job = opened.id;
    ctx.state.job = job;
    const earlier = idempotency && (await storage.answers.find(job));
    if (!earlier) {
      const work = { account, requestId, job, url, options, browserOnly };
      // A caller with an idempotency key may come back for the answer, so the work goes on without the caller.
      await flows.run(ctx.res, 'extract', extractWorkflowId(job), work, { cancelOnDisconnect: !idempotency });
    }
    ctx.body = earlier ?? storedResult(await storage.answers.find(job), job);
  });
}

/** Checked before the request's schema, whose own error would speak of alternatives. */
function requireQuestion(body: unknown): void {
  if (typeof body === 'object' && body !== null && 'url' in body && !('schema' in body) && !('prompt' in body))
    throw new Failure('InvalidRequest', 'Say what to extract: `schema`, `prompt` or both are required.');
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
