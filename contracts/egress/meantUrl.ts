import { parse } from 'tldts';
import { parseUrl } from '../parseUrl.ts';

/** A host and what may follow it. No `@`: what is before it may be a password. */
const withoutScheme = /^(?:https?)?[:/\\]*([^:/\\?#@\s]+(?::\d+)?(?:[/?#][^@\s]*)?)$/i;
/** Longer text is not corrected, so that a list of it takes no time. */
const maxLength = 500;

/** The URL that was probably meant by text that is none: `https://example.com` by `example.com`. */
export function meantUrl(text: string): string | undefined {
  const rest = text.length > maxLength ? undefined : withoutScheme.exec(text.trim())?.[1];
  if (rest === undefined) return undefined;
  const meant = `https://${rest}`;
  const url = parseUrl(meant);
  if (!url) return undefined;
  // `index.html` is a file.
  const { isIcann, domain } = parse(url.hostname);
  return isIcann && domain !== null ? meant : undefined;
}
