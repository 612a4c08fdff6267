/** HTTP's token characters. */
const cookieName = "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$";
/** Printable, and without the semicolon that ends a value. */
const cookieValue = '^[\\u0020-\\u003a\\u003c-\\u007e]*$';
/** Of all names and values: servers commonly refuse a request whose headers are over 8 KiB. */
const maxCookiesLength = 6_000;

export const cookiesSchema = {
  type: 'object',
  propertyNames: { type: 'string', maxLength: 200, pattern: cookieName },
  additionalProperties: { type: 'string', maxLength: 4_000, pattern: cookieValue },
  maxProperties: 100,
  description:
    'Cookies by name, such as those of a session. They are sent to the site of the page, with all hosts of its domain, and to no other; over https alone if the URL has it.',
} as const;

interface GivenSecrets {
  cookies?: Record<string, string>;
  headers?: Record<string, string>;
}

/** What is wrong with the cookies beyond their schema, as a sentence. */
export function cookiesProblem({ cookies = {}, headers = {} }: GivenSecrets): string | undefined {
  const pairs = Object.entries(cookies);
  if (pairs.length === 0) return undefined;
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'cookie'))
    return '`cookies`: there is a `Cookie` among the `headers` too; send one of them.';
  const length = pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return length > maxCookiesLength ? '`cookies` must have at most 6,000 characters in all.' : undefined;
}
