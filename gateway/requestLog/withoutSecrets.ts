import { shownUrl } from '../../contracts/egress/url.ts';
import { isRecord } from '../../contracts/json/isRecord.ts';

/** Stands where a secret was. */
export const maskedValue = '•••';

/** Deeper bodies are refused, and only their outline is worth keeping. */
const maxDepth = 100;

/** Everything in these may be a secret: a token, a session, a password that is typed. */
const secretFields = new Set(['headers', 'cookies', 'webhook']);
/** Fields that nobody sends to us on purpose, or whose name says it. */
const secretName = /^(?:.*(?:authorization|cookie|password|passwd|secret)|(?:.*[-_])?(?:token|api[-_]?key))$/i;
/** What an action does, as opposed to what it types or runs. */
const shownInActions = new Set(['type', 'selector', 'direction']);

/** The body of a request as it may be stored: without what a caller may have put a secret into. */
export function withoutSecrets(body: unknown): unknown {
  return masked(body, 0);
}

/** The address in a request as it may be stored, also if it is not one that can be read. */
export function subjectOf(url: string): string {
  return withoutUserInfo(url).replace(/^[^\s/?#]*@/, '');
}

function masked(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutUserInfo(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '…';
  if (Array.isArray(value)) return value.map((each) => masked(each, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskedField(name, each, depth + 1)]));
}

function maskedField(name: string, value: unknown, depth: number): unknown {
  if (secretFields.has(name) || (secretName.test(name) && typeof value === 'string')) return hidden(value, depth);
  if (name === 'actions') return hidden(value, depth, shownInActions);
  if (name === 'url' && typeof value === 'string') return subjectOf(value);
  return masked(value, depth);
}

/** The value with its shape, without its texts. */
function hidden(value: unknown, depth: number, shown: ReadonlySet<string> = new Set()): unknown {
  if (depth >= maxDepth) return '…';
  if (Array.isArray(value)) return value.map((each) => hidden(each, depth + 1, shown));
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        shown.has(name) && typeof each === 'string' ? each : hidden(each, depth + 1, shown),
      ]),
    );
  return typeof value === 'string' ? maskedValue : value;
}

/** URLs with a user name and a password occur in prompts too. */
function withoutUserInfo(text: string): string {
  return shownUrl(text).replace(/(https?:\/\/)[^\s/?#]*@/gi, '$1');
}
