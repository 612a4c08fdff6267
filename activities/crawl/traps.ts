/** Addresses of which a site can have endlessly many, so that a crawl would never end. */

/** More segments, or the same one more often, and the path is one that grows with each link. */
const maxSegments = 40;
const maxRepetitions = 4;

export function isEndlessPath(pathname: string): boolean {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > maxSegments) return true;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > maxRepetitions) return true;
    counts.set(segment, count);
  }
  return false;
}

/** `/2026/11`, `/2026/11/16`, `/2026-11` or `/2026-11-16` at the end: a page of a calendar, not an article under a date. */
const dateAtEnd = /\/(?:\d{4}\/\d{1,2}(?:\/\d{1,2})?|\d{4}-\d{1,2}(?:-\d{1,2})?)\/?$/;
const dateParameter = /^(?:date|day|week|month|year|calendar|cal|ical|tribe-bar-date)$/i;
const maxPatternLength = 500;

/**
 * What an address has in common with others of which there may be endlessly many: the months of a calendar, or the
 * combinations of a shop's filters. Undefined for an ordinary one.
 */
export function patternOf({ protocol, host, pathname, search }: URL): string | undefined {
  const names = search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => parameter.split('=', 1)[0] ?? '');
  const path = pathname.replace(dateAtEnd, '/…');
  const isEndless = names.length > 1 || names.some((name) => dateParameter.test(name)) || path !== pathname;
  if (!isEndless) return undefined;
  const query = [...new Set(names)].sort().map((name) => `${name}=…`);
  return `${protocol}//${host}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, maxPatternLength);
}

const otherFiles =
  /\.(?:7z|aac|apk|avi|avif|bin|bmp|bz2|css|deb|dmg|eot|exe|flac|flv|gif|gz|heic|ico|iso|jar|jpe?g|m4a|m4v|mkv|mjs|js|mov|mp3|mp4|mpe?g|msi|ogg|ogv|otf|pkg|png|psd|rar|rpm|svg|tar|tgz|tiff?|ttf|wav|webm|webmanifest|webp|wmv|woff2?|xz|zip)$/i;

/** Pictures, films, archives and the like, which have no text to read. */
export function isOtherFile(pathname: string): boolean {
  return otherFiles.test(pathname);
}
