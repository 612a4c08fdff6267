export interface RobotsLine {
  field: 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap';
  value: string;
}

/** Longer lines are cut, as Google's parser does. */
const maxLineLength = 2083 * 8;

/** The fields that matter, with the typos that Google's parser accepts. */
const fields = new Map<string, RobotsLine['field']>([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
]);

/** The lines of a robots.txt that say something to crawlers. */
export function* parseLines(text: string): Generator<RobotsLine> {
  // A byte order mark, whole or in part.
  for (const line of text.replace(/^[\uFEFF\uFFFD]+/, '').split(/\r\n|\r|\n/)) {
    const content = line.slice(0, maxLineLength).replace(/#.*/, '').trim();
    const colon = content.indexOf(':');
    // Some leave out the colon: `disallow /`.
    const [name = '', value = '', ...more] =
      colon < 0 ? content.split(/\s+/) : [content.slice(0, colon).trim(), content.slice(colon + 1).trim()];
    const field = more.length === 0 ? fields.get(name.toLowerCase()) : undefined;
    if (field) yield { field, value };
  }
}
