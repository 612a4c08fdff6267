import { normalizeContent } from '../content/normalize.ts';
import { stripUnreadable } from '../content/strip.ts';
import { readDocument } from '../document.ts';
import { toMarkdown } from '../markdown/toMarkdown.ts';
import { findAll, findFirst, type PageElement } from '../tree/nodes.ts';
import { parseXml } from '../tree/parseXml.ts';

export interface FeedPage {
  markdown: string;
  links: string[];
  title?: string;
  description?: string;
  language?: string;
}

const maxItems = 1_000;

/** A name without its namespace prefix: `content:encoded` → `encoded`. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The first child with one of these names; exact names come first, then those with another prefix. */
function childOf(element: PageElement, ...names: string[]): PageElement | undefined {
  for (const name of names) {
    const exact = element.children.find((inner) => inner.name === name);
    if (exact) return exact;
  }
  return element.children.find((inner) => names.includes(localName(inner.name)));
}

/** The text of an element without markup, or undefined if there is none. */
function textIn(element: PageElement | undefined): string | undefined {
  const text = element?.textContent.replace(/<[^>]{1,500}>/g, ' ');
  return text?.replace(/\s+/g, ' ').trim() || undefined;
}

function linkOf(element: PageElement): string | undefined {
  const links = element.children.filter(({ name }) => localName(name) === 'link');
  const atom =
    links.find(({ attribs }) => attribs['href'] && (attribs['rel'] ?? 'alternate') === 'alternate') ??
    links.find(({ attribs }) => attribs['href']);
  return (
    atom?.attribs['href'] ??
    textIn(links.find((link) => link.textContent.trim() !== '')) ??
    urlIn(childOf(element, 'guid'))
  );
}

function urlIn(guid: PageElement | undefined): string | undefined {
  const text = textIn(guid);
  return text && /^https?:\/\//i.test(text) ? text : undefined;
}

function contentMarkdown(item: PageElement, url: string): string {
  const content = childOf(item, 'content:encoded', 'encoded', 'content', 'description', 'summary');
  if (!content) return '';
  const html = content.children.length > 0 ? '' : content.textContent;
  if (!html) return textIn(content) ?? '';
  const document = readDocument(html, url);
  stripUnreadable(document.body);
  normalizeContent(document.body, document);
  return toMarkdown(document.body);
}

function escapeLinkText(text: string): string {
  return text.replace(/([[\]\\])/g, '\\$1');
}

type AddLink = (reference: string | undefined) => string | undefined;

function itemMarkdown(item: PageElement, url: string, addLink: AddLink): string[] {
  const link = addLink(linkOf(item));
  const heading = escapeLinkText(textIn(childOf(item, 'title')) ?? link ?? 'Untitled');
  const date = textIn(childOf(item, 'pubDate', 'published', 'updated', 'date'));
  const author = childOf(item, 'creator', 'author');
  const by = textIn((author && findFirst(author, ({ name }) => localName(name) === 'name')) ?? author);
  return [
    link ? `## [${heading}](${link})` : `## ${heading}`,
    [date, by].filter(Boolean).join(' · '),
    contentMarkdown(item, link ?? url),
  ];
}

/** The items of a feed or the addresses of a sitemap as a page; undefined if the XML is neither. */
export function readFeed(source: string, url: string): FeedPage | undefined {
  const root = parseXml(source);
  const outer = root.children.find(({ name }) => /^(?:rss|feed|rdf:RDF|urlset|sitemapindex)$/i.test(name));
  if (!outer) return undefined;
  const { resolve } = readDocument('', url);
  const links = new Set<string>();
  const addLink: AddLink = (reference) => {
    const absolute = resolve(reference);
    if (absolute) links.add(absolute);
    return absolute;
  };
  if (/^(?:urlset|sitemapindex)$/i.test(outer.name)) {
    for (const entry of outer.children) addLink(textIn(childOf(entry, 'loc')));
    return { markdown: [...links].map((link) => `- <${link}>`).join('\n'), links: [...links] };
  }
  const channel = childOf(outer, 'channel') ?? outer;
  const title = textIn(childOf(channel, 'title'));
  const description = textIn(childOf(channel, 'description', 'subtitle', 'tagline'));
  const language = textIn(childOf(channel, 'language')) ?? outer.attribs['xml:lang'];
  addLink(linkOf(channel));
  const items = findAll(outer, ({ name }) => name === 'item' || name === 'entry' || name === 'atom:entry');
  const parts = [
    title ? `# ${title}` : '',
    description ?? '',
    ...items.slice(0, maxItems).flatMap((item) => itemMarkdown(item, url, addLink)),
  ];
  return {
    markdown: parts.filter(Boolean).join('\n\n'),
    links: [...links],
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
    ...(language ? { language } : {}),
  };
}
