/** Runs on the threads of the request reader, because strangers choose what it is given; short bodies are checked in place. */
import type { FromSchema } from 'json-schema-to-ts';
import { patternProblem } from '../../../contracts/crawl/patterns.ts';
import { Failure } from '../../../contracts/failures.ts';
import { isRecord } from '../../../contracts/json/isRecord.ts';
import { createSchemaCheck } from '../../../contracts/json/schema.ts';
import { type Action, actionsProblem, fixedWaitMs } from '../../../contracts/requests/actions.ts';
import { maxUrls } from '../../../contracts/requests/batchScrape.ts';
import type { ExtractRequest } from '../../../contracts/requests/extract.ts';
import type { GivenFormat } from '../../../contracts/requests/formats.ts';
import { requestedFormats, type WithFormats } from '../../../contracts/requests/requestedFormats.ts';
import type { GivenSearchRequest } from '../../../contracts/requests/search.ts';
import type { Webhook } from '../../../contracts/requests/webhook.ts';
import { textOf } from '../../http/bodyText.ts';
import type { Translation } from '../../http/context.ts';
import { bodyDigest } from '../idempotency.ts';
import { translate } from '../v2/translate.ts';
import { shapeProblem } from './jsonShape.ts';
import { misplacedProblem } from './misplaced.ts';
import { type RequestKind, type Requests, requestKinds } from './requests.ts';
import { validator } from './validate.ts';
import { webhookProblem } from './webhookProblem.ts';

export interface CheckTask<Kind extends RequestKind> {
  kind: Kind;
  /** As it was sent. */
  body: string | Uint8Array;
  withDigest: boolean;
  /** The words of /v2 that it is in. */
  translation?: Translation;
}

export type CheckOutcome<Kind extends RequestKind> =
  | { request: Requests[Kind]; digest?: string }
  /** A sentence for the caller. A `Failure` would lose its class on the way back from a thread. */
  | { problem: string };

/** Far above any body that makes sense: every URL of a batch is a value, and schemas are nested at most 32 levels. */
const limits = { maxDepth: 200, maxValues: maxUrls * 1.5 };

/** A key that would change the prototype of whatever the body is copied into, in every spelling. */
const prototypeKey =
  /"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"\s*:/;

const schemaProblem = createSchemaCheck();

const checks: { [Kind in RequestKind]: (value: unknown) => Requests[Kind] } = {
  scrape: formatsCheck(validator<Given<'scrape'>>(requestKinds.scrape.schema)),
  parse: formatsCheck(validator<Given<'parse'>>(requestKinds.parse.schema)),
  search: createSearchCheck(),
  map: validator(requestKinds.map.schema),
  branding: validator(requestKinds.branding.schema),
  extract: createExtractCheck(),
  batchScrape: formatsCheck(webhookCheck(validator<Given<'batchScrape'>>(requestKinds.batchScrape.schema))),
  monitor: createMonitorCheck(),
  monitorUpdate: webhookCheck(validator(requestKinds.monitorUpdate.schema)),
  crawl: createCrawlCheck(),
};

type Given<Kind extends RequestKind> = FromSchema<(typeof requestKinds)[Kind]['schema']>;

/** A request for pages, as callers write it. */
interface GivenPage {
  formats: readonly GivenFormat[];
  actions?: Action[];
  timeout: number;
}

/** Parses a body and checks everything that needs no settings. */
export function checkRequest<Kind extends RequestKind>(task: CheckTask<Kind>): CheckOutcome<Kind> {
  const { kind, body, withDigest, translation } = task;
  const text = textOf(body);
  const problem = shapeProblem(text, limits);
  if (problem) return { problem };
  if (prototypeKey.test(text)) return { problem: 'The body may not have a field `__proto__`.' };
  try {
    if (text.trim() === '') return { problem: 'The body is empty: send a JSON object.' };
    const given: unknown = JSON.parse(text);
    const misplaced = misplacedProblem(kind, given, translation);
    if (misplaced) return { problem: misplaced };
    // Before the validation, which adds the defaults to the body itself.
    const digest = withDigest ? bodyDigest(given) : undefined;
    const checked = checks[kind](translation ? translate(translation, given) : given);
    const request = readsErrorPages(translation) ? readingErrorPages(checked) : checked;
    return digest === undefined ? { request } : { request, digest };
  } catch (error) {
    if (error instanceof Failure) return { problem: error.message };
    if (error instanceof SyntaxError) return { problem: `The body is not valid JSON: ${error.message}.` };
    throw error;
  }
}

/** A page that answers 404 is no source of data, and to a monitor it is gone. */
const pagesOnly: readonly Translation[] = ['extract', 'monitor', 'monitorUpdate'];

/** On /v2 a page that answers 404 is a page, except to these. */
function readsErrorPages(translation: Translation | undefined): boolean {
  return translation !== undefined && !pagesOnly.includes(translation);
}

function readingErrorPages<Request extends object>(request: Request): Request {
  if ('scrapeOptions' in request && isRecord(request.scrapeOptions))
    return { ...request, scrapeOptions: { ...request.scrapeOptions, readsErrorPages: true } };
  return 'formats' in request ? { ...request, readsErrorPages: true } : request;
}

function createExtractCheck(): (value: unknown) => ExtractRequest {
  // The error of the alternatives would come before the one about a field that is misspelled.
  const { anyOf: _, ...schema } = requestKinds.extract.schema;
  const validate = validator<ExtractRequest>(schema);
  return (value) => {
    const request = validate(value);
    if (request.schema === undefined && request.prompt === undefined)
      throw new Failure('InvalidRequest', 'Say what to extract: `schema`, `prompt` or both are required.');
    const problem = request.schema === undefined ? undefined : schemaProblem(request.schema);
    if (problem) throw new Failure('InvalidRequest', problem);
    return withActions(request);
  };
}

function formatsCheck<Request extends GivenPage>(
  validate: (value: unknown) => Request,
): (value: unknown) => WithFormats<Request> {
  return (value) => withFormats(validate(value));
}

function withFormats<Request extends GivenPage>(request: Request): WithFormats<Request> {
  const { formats, ...rest } = withActions(request);
  const requested = requestedFormats(formats, schemaProblem);
  if ('problem' in requested) throw new Failure('InvalidRequest', requested.problem);
  return { ...rest, ...requested };
}

/** What the actions wait comes on top of the time for the page. */
function withActions<Request extends Omit<GivenPage, 'formats'>>(request: Request): Request {
  const { actions = [], timeout } = request;
  const problem = actionsProblem(actions);
  if (problem) throw new Failure('InvalidRequest', problem);
  return { ...request, timeout: timeout + fixedWaitMs(actions) };
}

function webhookCheck<Request extends { webhook?: string | Pick<Webhook, 'metadata'> | null }>(
  validate: (value: unknown) => Request,
): (value: unknown) => Request {
  return (value) => {
    const request = validate(value);
    const problem =
      typeof request.webhook === 'object' && request.webhook ? webhookProblem(request.webhook) : undefined;
    if (problem) throw new Failure('InvalidRequest', problem);
    return request;
  };
}

function createCrawlCheck(): (value: unknown) => Requests['crawl'] {
  const validate = webhookCheck(validator<Given<'crawl'>>(requestKinds.crawl.schema));
  return (value) => {
    const { scrapeOptions, ...request } = validate(value);
    checkPatterns(request);
    return { ...request, scrapeOptions: withFormats(scrapeOptions) };
  };
}

function createSearchCheck(): (value: unknown) => Requests['search'] {
  const validate = validator<GivenSearchRequest>(requestKinds.search.schema);
  return (value) => {
    const { scrapeOptions, ...request } = validate(value);
    return { ...request, ...(scrapeOptions && { scrapeOptions: withFormats(scrapeOptions) }) };
  };
}

function createMonitorCheck(): (value: unknown) => Requests['monitor'] {
  const validate = formatsCheck(webhookCheck(validator<Given<'monitor'>>(requestKinds.monitor.schema)));
  return (value) => {
    const request = validate(value);
    if (request.crawl) checkPatterns(request.crawl, 'crawl.');
    return request;
  };
}

function checkPatterns(crawl: Pick<Requests['crawl'], 'includePaths' | 'excludePaths'>, prefix = ''): void {
  for (const field of ['includePaths', 'excludePaths'] as const) {
    for (const [at, pattern] of (crawl[field] ?? []).entries()) {
      const problem = patternProblem(pattern);
      if (problem)
        throw new Failure(
          'InvalidRequest',
          `\`${prefix}${field}[${at}]\`: ${JSON.stringify(pattern)} is not a regular expression that can be used (RE2): ${problem}.`,
        );
    }
  }
}
