import { findFirst, type PageElement } from './tree/nodes.ts';
import { parseHtml } from './tree/parseHtml.ts';

/** A parsed HTML page. */
export interface PageDocument {
  source: string;
  /** The final URL, after redirects. */
  url: string;
  html: PageElement;
  head: PageElement;
  body: PageElement;
  /** The absolute http(s) URL of a reference on the page, or undefined if it has none. */
  resolve(reference: string | undefined): string | undefined;
}

function createResolver(base: string): PageDocument['resolve'] {
  const known = new Map<string, string | undefined>();
  return (reference) => {
    if (reference === undefined) return undefined;
    const trimmed = reference.trim();
    if (known.has(trimmed)) return known.get(trimmed);
    const parsed = URL.canParse(trimmed, base) ? new URL(trimmed, base) : undefined;
    const absolute = parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? parsed.href : undefined;
    known.set(trimmed, absolute);
    return absolute;
  };
}

export function readDocument(source: string, url: string): PageDocument {
  const { html, head, body } = parseHtml(source);
  const declared = findFirst(html, (element) => element.name === 'base' && element.attribs['href'] !== undefined);
  const base = declared ? createResolver(url)(declared.attribs['href']) : undefined;
  return { source, url, html, head, body, resolve: createResolver(base ?? url) };
}
