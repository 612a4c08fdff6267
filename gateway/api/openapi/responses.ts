/** Pieces that the documentation of every operation is made of. */

const errorBody = {
  'application/json': {
    schema: {
      type: 'object',
      properties: { error: { type: 'string', description: 'One helpful sentence.' } },
      required: ['error'],
      additionalProperties: false,
    },
  },
} as const;

const errorTexts = {
  400: 'The request is not valid: the sentence names the field and why. Also a URL that is not http(s) or not public.',
  401: 'The key is missing, malformed, unknown or deleted.',
  402: 'The remaining credits do not cover the call.',
  404: 'There is no such thing, or it has expired, or it belongs to another account.',
  405: 'The path answers other methods.',
  409: 'The idempotency key was used with another body, or the job is in no state for this.',
  413: 'The body is over the limit.',
  415: 'The body is not JSON.',
  422: 'The page could not be read: DNS, refused, timed out, an HTTP status of 400 or more, not text.',
  429: 'A limit of the key is reached; `Retry-After` says when to try again.',
  500: 'Our own fault.',
  503: 'A server of ours is away; `Retry-After` says when to try again.',
} as const;

export function errorResponses(...statuses: (keyof typeof errorTexts)[]) {
  return Object.fromEntries(
    statuses.map((status) => [status, { description: errorTexts[status], content: errorBody }]),
  );
}

export function jsonResponse(description: string, schema: object) {
  return {
    description,
    content: { 'application/json': { schema } },
  };
}

export function jsonRequestBody(schema: object) {
  const { $id: _, ...described } = schema as { $id?: string };
  return { required: true, content: { 'application/json': { schema: described } } };
}
