import { normalise } from '../content/normalise.ts';
import { strip } from '../content/strip.ts';
import { readDocument } from '../document.ts';
import { toMarkdown } from '../markdown/index.ts';
import { findAll, findFirst, type PageElement, textOf } from '../tree/nodes.ts';
import { parseXml } from '../tree/parseXml.ts';

export interface FeedPage {
  markdown: string;
  links: string[];
  title?: string;
  description?: string;
  language?: string;
}

const maxItems = 1_000;

/** `content:encoded`, `dc:date`, …: what it is, whichever prefix it has. */
function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function child(element: PageElement, ...names: string[]): PageElement | undefined {
  for (const name of names) {
    const exact = element.children.find((inner) => inner.name === name);
    if (exact) return exact;
  }
  return element.children.find((inner) => names.includes(local(inner.name)));
}

function words(element: PageElement | undefined): string | undefined {
  return (
    (element &&
      textOf(element)
        .replace(/<[^>]{1,500}>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()) ||
    undefined
  );
}

function linkOf(element: PageElement): string | undefined {
  const links = element.children.filter(({ name }) => local(name) === 'link');
  const atom =
    links.find(({ attribs }) => attribs['href'] && (attribs['rel'] ?? 'alternate') === 'alternate') ??
    links.find(({ attribs }) => attribs['href']);
  return (
    atom?.attribs['href'] ??
    words(links.find((link) => textOf(link).trim() !== '')) ??
    addressIn(child(element, 'guid'))
  );
}

function addressIn(guid: PageElement | undefined): string | undefined {
  const text = words(guid);
  return text && /^https?:\/\//i.test(text) ? text : undefined;
}

function contentMarkdown(item: PageElement, url: string): string {
  const content = child(item, 'content:encoded', 'encoded', 'content', 'description', 'summary');
  if (!content) return '';
  const html = content.children.length > 0 ? '' : textOf(content);
  if (!html) return words(content) ?? '';
  const document = readDocument(html, url);
  strip(document.body);
  normalise(document.body, document);
  return toMarkdown(document.body);
}

function inLink(text: string): string {
  return text.replace(/([[\]\\])/g, '\\$1');
}

/** A feed's items, or a sitemap's addresses, as a page to read; undefined where the XML is neither. */
export function readFeed(source: string, url: string): FeedPage | undefined {
  const root = parseXml(source);
  const outer = root.children.find(({ name }) => /^(?:rss|feed|rdf:RDF|urlset|sitemapindex)$/i.test(name));
  if (!outer) return undefined;
  const { resolve } = readDocument('', url);
  const links = new Set<string>();
  function note(link: string | undefined): string | undefined {
    const absolute = resolve(link);
    if (absolute) links.add(absolute);
    return absolute;
  }
  if (/^(?:urlset|sitemapindex)$/i.test(outer.name)) {
    for (const entry of outer.children) note(words(child(entry, 'loc')));
    return { markdown: [...links].map((link) => `- <${link}>`).join('\n'), links: [...links] };
  }
  const channel = child(outer, 'channel') ?? outer;
  const title = words(child(channel, 'title'));
  const description = words(child(channel, 'description', 'subtitle', 'tagline'));
  const language = words(child(channel, 'language')) ?? outer.attribs['xml:lang'];
  note(linkOf(channel));
  const items = findAll(outer, ({ name }) => name === 'item' || name === 'entry' || name === 'atom:entry').slice(
    0,
    maxItems,
  );
  const parts = [title ? `# ${title}` : '', description ?? ''];
  for (const item of items) {
    const link = note(linkOf(item));
    const heading = inLink(words(child(item, 'title')) ?? link ?? 'Untitled');
    const date = words(child(item, 'pubDate', 'published', 'updated', 'date'));
    const author = child(item, 'creator', 'author');
    const by = words((author && findFirst(author, ({ name }) => local(name) === 'name')) ?? author);
    parts.push(
      link ? `## [${heading}](${link})` : `## ${heading}`,
      [date, by].filter(Boolean).join(' · '),
      contentMarkdown(item, link ?? url),
    );
  }
  return {
    markdown: parts.filter(Boolean).join('\n\n'),
    links: [...links],
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
    ...(language ? { language } : {}),
  };
}
