/** An object that always has all of these properties, and may have the optional ones. */
export function objectOf(
  properties: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
) {
  return { type: 'object', properties: { ...properties, ...optional }, required: Object.keys(properties) };
}

/** The range of a list. */
export const pageParameters = [
  {
    name: 'offset',
    in: 'query',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
  },
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 100 } },
];
