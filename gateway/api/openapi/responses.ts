export const errorSchema = {
  type: 'object',
  properties: { error: { type: 'string', description: 'One helpful sentence.' } },
  required: ['error'],
  additionalProperties: false,
} as const;

const errorBody = { 'application/json': { schema: errorSchema } };

/** The components that answers refer to. */
export const headers = {
  RequestId: { description: 'The id of the request, which the log of the server has too.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 0 } },
} as const;

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } } as const;
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } as const;

const errorTexts = {
  400: 'The request is not valid; the sentence names the field and the reason. Also for a URL that is not http(s) or not public.',
  401: 'The key is missing, malformed, unknown or deleted.',
  402: 'The remaining credits do not cover the call.',
  403: 'The address is not signed by this service.',
  404: 'It does not exist, has expired, or belongs to another account.',
  405: 'The path does not support this method.',
  409: 'The idempotency key was used with another body, or the status of the job does not allow this.',
  413: 'The body is too large.',
  415: 'The body is not JSON, or not the form that an upload is.',
  416: 'The range lies outside the file.',
  422: 'The page could not be read: its host was not found or refused the connection, it timed out, its HTTP status is 400 or more, or it is not text.',
  429: 'A rate or concurrency limit of the plan is reached; `Retry-After` says when to try again.',
  500: 'An error of the server.',
  503: 'A service that the server depends on is unavailable; `Retry-After` says when to try again.',
} as const;

/** Whatever needs a key can be answered with these. */
const everywhere = [401, 429, 500, 503] as const;

/** Answered before anything of the request is looked at. */
const tooLong = { 431: { description: 'The address and the headers together are longer than 16 KB.' } };

export function errorResponses(...statuses: (keyof typeof errorTexts)[]) {
  const responses = [...statuses, ...everywhere].map((status) => [
    status,
    {
      description: errorTexts[status],
      headers: { ...requestId, ...((status === 429 || status === 503) && retryAfter) },
      content: errorBody,
    },
  ]);
  return { ...Object.fromEntries(responses), ...tooLong };
}

export const v2ErrorSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'One helpful sentence.' },
    code: { type: 'string', description: 'Such as `SCRAPE_TIMEOUT`.' },
  },
  required: ['success', 'error'],
  additionalProperties: false,
} as const;

const v2Error = {
  description: 'What was wrong, with the status that it has on /v1; a timeout is a 408.',
  headers: requestId,
  content: { 'application/json': { schema: v2ErrorSchema } },
};
/** Every other status of the operations of /v2. */
export const v2ErrorResponses = { '4XX': v2Error, default: v2Error };

export function jsonResponse(description: string, schema: object) {
  return {
    description,
    headers: requestId,
    content: { 'application/json': { schema } },
  };
}

/** The example succeeds as it is, on a server that may reach the internet. */
export function jsonRequestBody(schema: object, example?: object) {
  return { required: true, content: { 'application/json': { schema, ...(example && { example }) } } };
}
