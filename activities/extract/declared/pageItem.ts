import type { PageDocument } from '../../pages/document.ts';
import { findAll, findFirst, following, type PageElement } from '../../pages/tree/nodes.ts';
import { addFirst, addTo, type Item, type Origin } from './evidence.ts';
import { plainText, textIn, tidy } from './text.ts';

const namespaces =
  /^(?:og|twitter|article|book|profile|music|video|product|place|business|al|fb|dc|dcterms|dcterm|citation|sailthru|parsely|schema)[:._-](?:contact_data:)?/i;

/** What the head and the main heading say about the page as a whole. */
export function readPageItem({ html, body, url, resolve }: PageDocument): Item {
  const page: Item = { source: 'meta', types: [], properties: new Map() };
  const title = findFirst(html, ({ name }) => name === 'title');
  const heading = mainHeading(body);
  if (heading) addTo(page, 'heading', heading, inText('h1'));

  for (let node = following(html, html); node; node = following(node, html)) {
    if (node.nodeType !== 1) continue;
    const { name, attribs } = node;
    if (name === 'meta') {
      const content = plainText(attribs['content'] ?? '');
      const key = attribs['property'] ?? attribs['name'];
      if (!content || !key || attribs['itemprop'] !== undefined) continue;
      // `twitter:creator` is the name of an account.
      if (/^twitter:/i.test(key) && content.startsWith('@')) continue;
      addTo(page, propertyName(key), isUrlProperty(key) ? (resolve(content) ?? content) : content, inHead(key.trim()));
    } else if (name === 'link') {
      const rel = (attribs['rel'] ?? '').toLowerCase().split(/\s+/);
      const href = resolve(attribs['href']);
      if (!href) continue;
      if (rel.includes('canonical')) addTo(page, 'canonicalUrl', href, inHead('canonical'));
      else if (rel.includes('icon')) addTo(page, 'icon', href, inHead('icon'));
      else if (rel.includes('author')) addTo(page, 'authorUrl', href, inHead('author'));
    }
  }
  // After `og:title`, which seldom includes the name of the site.
  if (title) for (const name of ['title', '@documentTitle']) addTo(page, name, tidy(textIn(title)), inHead('title'));
  const language = html.attribs['lang'] || html.attribs['xml:lang'] || body.attribs['lang'];
  if (language) addFirst(page, 'language', language, inHead('lang'));
  if (!page.properties.has('canonicalUrl')) {
    const declared = textProperty(page, 'url');
    addTo(page, 'canonicalUrl', declared ?? url, declared ? inHead('og:url') : { source: 'url', path: 'url' });
  }
  for (const time of findAll(body, ({ name, attribs }) => name === 'time' && Boolean(attribs['datetime'])).slice(0, 20))
    addTo(
      page,
      /update|modif/i.test(`${time.attribs['class']} ${time.attribs['itemprop']}`) ? 'dateModified' : 'date',
      time.attribs['datetime'] ?? '',
      inText('time'),
    );
  const byline = findFirst(
    body,
    ({ name, attribs }) => name === 'a' && /(?:^|\s)author(?:\s|$)/.test(attribs['rel'] ?? ''),
  );
  if (byline && !page.properties.has('author')) addTo(page, 'author', textIn(byline), inText('author'));
  return page;
}

/** The path is the name of a `<meta>`, the `rel` of a `<link>`, or `title` and `lang`. */
function inHead(path: string): Origin {
  return { source: 'meta', path };
}

function inText(path: string): Origin {
  return { source: 'label', path };
}

/** The first `<h1>`, unless there are many. */
function mainHeading(body: PageElement): string | undefined {
  const headings = findAll(body, ({ name }) => name === 'h1')
    .map((h1) => tidy(textIn(h1)))
    .filter(Boolean);
  return headings.length > 0 && headings.length <= 3 ? headings[0] : undefined;
}

/** `og:site_name` → `site_name`, `article:published_time` → `published_time`. */
function propertyName(key: string): string {
  const local = key.trim().replace(namespaces, '');
  return local === 'locale' ? 'language' : local;
}

function isUrlProperty(key: string): boolean {
  return /(?:^|[:._-])(?:image|url|video|audio|src)$/i.test(key);
}

export function textProperty(item: Item, name: string): string | undefined {
  const value = item.properties.get(name)?.[0];
  return typeof value === 'string' ? value : undefined;
}
