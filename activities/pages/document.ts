import { parseUrl } from '../../contracts/parseUrl.ts';
import { inlineFrames } from './frames.ts';
import { limitDepth } from './tree/limitDepth.ts';
import { findFirst, type PageElement } from './tree/nodes.ts';
import { maxDepth } from './tree/openElements.ts';
import { parseHtml } from './tree/parseHtml.ts';
import { composeShadowRoots } from './tree/shadowRoots.ts';

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
    const parsed = parseUrl(trimmed, base);
    const absolute = parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? parsed.href : undefined;
    known.set(trimmed, absolute);
    return absolute;
  };
}

/** The tree that a reader sees: shadow trees and the documents of frames are in their places. */
function readTree(source: string): ReturnType<typeof parseHtml> {
  const tree = parseHtml(source);
  if (!tree.hasInnerTrees) return tree;
  inlineFrames(tree.body);
  composeShadowRoots(tree.html);
  limitDepth(tree.html, maxDepth);
  return tree;
}

export function readDocument(source: string, url: string): PageDocument {
  const { html, head, body } = readTree(source);
  const declared = findFirst(html, (element) => element.name === 'base' && element.attribs['href'] !== undefined);
  const base = declared ? createResolver(url)(declared.attribs['href']) : undefined;
  return { source, url, html, head, body, resolve: createResolver(base ?? url) };
}
