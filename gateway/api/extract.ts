import { createHash, randomUUID } from 'node:crypto';
import { Failure } from '../../contracts/failures.ts';
import { createSchemaCheck } from '../../contracts/json/schema.ts';
import { type ExtractRequest, extractRequestSchema } from '../../contracts/requests/extract.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import { readJson } from '../http/body.ts';
import type { ApiParts } from './deps.ts';
import { idempotencyKey } from './idempotency.ts';
import { checkOptions } from './options.ts';
import { publicUrl } from './publicUrl.ts';
import type { ApiRouter } from './router.ts';
import { validator } from './validate.ts';

const bodyLimit = 1024 * 1024;

/** `POST /v1/extract`: data from one page, while the caller waits. */
export function extractRoute(router: ApiRouter, { key, turn, settings, storage, flows }: ApiParts) {
  const check = validator<ExtractRequest>(extractRequestSchema);
  const schemaProblem = createSchemaCheck();
  router.post('/v1/extract', key, turn, async (ctx) => {
    const body = await readJson(ctx, bodyLimit);
    const { url: asked, schema, prompt, origin: _, ...given } = check(askedFor(body));
    const problem = schema === undefined ? undefined : schemaProblem(schema);
    if (problem) throw new Failure('InvalidRequest', problem);
    const url = publicUrl('url', asked, settings);
    const options = pageOptions(given);
    const { browserOnly } = checkOptions(options);
    const { account, requestId } = ctx.state;

    const again = idempotencyKey(ctx);
    const idempotency = again && { key: again, body: hashOf({ url, schema, prompt, given }) };
    const question = { ...(schema !== undefined && { schema }), ...(prompt !== undefined && { prompt }) };
    const opened = await storage.answers.open({
      id: randomUUID(),
      account,
      question,
      ...(idempotency && { idempotency }),
    });
    if (idempotency && opened.body !== idempotency.body)
      throw new Failure('Conflict', 'This Idempotency-Key was used before with another body.');
    const job = opened.id;
    ctx.state['job'] = job;
    const known = again && (await storage.answers.find(job));
    if (!known) {
      const work = { account, requestId, job, url, options, browserOnly };
      // Who sends a key may ask again for the answer, so that it is worked out to the end.
      await flows.run(ctx, 'extract', `extract-${job}`, work, { cancelOnDisconnect: !again });
    }
    ctx.body = known ?? (await storage.answers.find(job));
  });
}

/** Said before the schema's own words, which would be about alternatives. */
function askedFor(body: unknown): unknown {
  if (typeof body === 'object' && body !== null && 'url' in body && !('schema' in body) && !('prompt' in body))
    throw new Failure('InvalidRequest', 'Say what to extract: `schema`, `prompt` or both are required.');
  return body;
}

function pageOptions(given: Pick<PageOptions, 'waitFor' | 'timeout' | 'engine' | 'headers'>): PageOptions {
  return {
    ...given,
    formats: ['markdown', 'rawHtml'],
    // What is asked for may stand in a footer: the whole page is read.
    onlyMainContent: false,
    mobile: false,
    maxAge: 0,
  };
}

function hashOf(request: object): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}
