import { readDocument } from './document.ts';
import { following } from './tree/nodes.ts';

/** What a page says of the pages around it. */
export interface PageLinks {
  /** With the text of the first link that has one, in document order. */
  links: { url: string; title?: string }[];
  /** Sitemaps and feeds that the head names. */
  sitemaps: string[];
}

/** More than any page for people has. */
const maxLinks = 100_000;
const maxSitemaps = 20;
const maxTitleLength = 200;

/** Runs on a thread: the page may be large, and is not ours. */
export function readPageLinks({ html: source, url }: { html: string; url: string }): PageLinks {
  const { html, resolve } = readDocument(source, url);
  const titles = new Map<string, string>();
  const sitemaps = new Set<string>();
  for (let node = following(html, html); node; node = following(node, html)) {
    if (node.nodeType !== 1) continue;
    const { name, attribs } = node;
    const href = attribs['href']?.trim();
    if (!href || href.startsWith('#')) continue;
    if (name === 'link' && namesSitemap(attribs)) {
      const target = resolve(href);
      if (target && sitemaps.size < maxSitemaps) sitemaps.add(target);
    }
    if (name !== 'a' && name !== 'area') continue;
    const target = resolve(href);
    if (!target || (titles.size >= maxLinks && !titles.has(target))) continue;
    if (!titles.get(target)) titles.set(target, titleOf(node.textContent, attribs['title']));
  }
  return {
    links: Array.from(titles, ([target, title]) => ({ url: target, ...(title && { title }) })),
    sitemaps: [...sitemaps],
  };
}

const feedTypes: ReadonlySet<string> = new Set(['application/rss+xml', 'application/atom+xml']);

function namesSitemap({ rel = '', type = '' }: Record<string, string | undefined>): boolean {
  const relations = rel.toLowerCase().split(/\s+/);
  return relations.includes('sitemap') || (relations.includes('alternate') && feedTypes.has(type.toLowerCase()));
}

function titleOf(text: string, fallback = ''): string {
  const shown = text.replace(/\s+/g, ' ').trim() || fallback.trim();
  return shown.slice(0, maxTitleLength);
}
