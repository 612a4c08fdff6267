import { Parser } from 'htmlparser2';
import { maxValueLength, type SitemapEntry, type SitemapReader, textIn, urlIn } from './entries.ts';

/** Which element holds which value, by the local names of its parent and itself: `image:loc` is no page. */
const fields: Readonly<Record<string, keyof SitemapEntry>> = {
  'url/loc': 'url',
  'sitemap/loc': 'url',
  'url/lastmod': 'lastModified',
  'news/title': 'title',
  'item/link': 'url',
  'item/title': 'title',
  'item/description': 'description',
  'item/pubdate': 'lastModified',
  'entry/title': 'title',
  'entry/summary': 'description',
  'entry/updated': 'lastModified',
};

const pageElements: ReadonlySet<string> = new Set(['url', 'item', 'entry']);

/** Depth at which a document is no sitemap any more. */
const maxDepth = 32;

type Values = Partial<Record<keyof SitemapEntry, string>>;

/**
 * Reads sitemaps, sitemap indexes, RSS and Atom as their text arrives, keeping one entry at a time. Entities that a
 * document defines itself are not expanded, and nothing outside of it is fetched.
 */
export function createXmlReader({ onPage, onSitemap }: SitemapReader): { write(text: string): void } {
  const open: string[] = [];
  let values: Values = {};
  let field: keyof SitemapEntry | undefined;
  let isSitemap = true;

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const local = localName(name);
        const parent = open.at(-1);
        if (local === 'html' || open.length > maxDepth) isSitemap = false;
        open.push(local);
        if (pageElements.has(local) || local === 'sitemap') values = {};
        field = fields[`${parent}/${local}`];
        // The first one counts.
        if (field !== undefined && values[field]) field = undefined;
        if (local === 'link') onLink(parent, attributes);
      },
      ontext(text) {
        if (field === undefined) return;
        const soFar = values[field] ?? '';
        if (soFar.length < maxValueLength) values[field] = soFar + text;
      },
      onclosetag(name) {
        if (!isSitemap) return;
        const local = localName(name);
        open.pop();
        field = undefined;
        if (local === 'sitemap') {
          const url = urlIn(values.url);
          if (url) onSitemap(url);
        } else if (pageElements.has(local)) report();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );

  /** Atom's link to the entry, and the other languages of a sitemap's page. */
  function onLink(parent: string | undefined, { href, rel = 'alternate' }: Record<string, string>) {
    if (!isSitemap || !href || rel !== 'alternate') return;
    if (parent === 'entry') values.url ??= href;
    else if (parent === 'url') {
      const url = urlIn(href);
      if (url) onPage({ url });
    }
  }

  function report() {
    const url = urlIn(values.url);
    const title = textIn(values.title);
    const description = textIn(values.description);
    const lastModified = textIn(values.lastModified);
    if (url)
      onPage({
        url,
        ...(title && { title }),
        ...(description && { description }),
        ...(lastModified && { lastModified }),
      });
    values = {};
  }

  return {
    write(text) {
      if (isSitemap) parser.write(text);
    },
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
