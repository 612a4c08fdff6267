/** An object that always has all of these properties, and may have the optional ones. */
export function objectOf(
  properties: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
) {
  return { type: 'object', properties: { ...properties, ...optional }, required: Object.keys(properties) };
}

/** An id in the path, of `what`. */
export function idParameter(what: string, name = 'id', schema: object = { type: 'string', format: 'uuid' }) {
  return { name, in: 'path', required: true, description: `The id of the ${what}.`, schema };
}

/** The range of a list. */
export const pageParameters = [
  {
    name: 'offset',
    in: 'query',
    description: 'How many items to leave out.',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
  },
  {
    name: 'limit',
    in: 'query',
    description: 'How many items to list at most.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 100 },
  },
];
