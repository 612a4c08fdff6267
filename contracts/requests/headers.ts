/**
 * HTTP's token characters. A leading underscore is refused: no site needs one, and the database driver gives
 * `_bsontype` a meaning of its own.
 */
const headerName = "^(?!_)[A-Za-z0-9!#$%&'*+.^_`|~-]+$";
/** No control characters: they would end the header. */
const headerValue = '^[\\t\\u0020-\\u007e\\u0080-\\u00ff]*$';

/** Headers that a caller has us send. */
export const headersSchema = {
  type: 'object',
  propertyNames: { type: 'string', maxLength: 200, pattern: headerName },
  additionalProperties: { type: 'string', maxLength: 8192, pattern: headerValue },
  maxProperties: 50,
} as const;
