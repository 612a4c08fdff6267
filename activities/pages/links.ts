import type { PageDocument } from './document.ts';
import { following } from './tree/nodes.ts';

/** The distinct http(s) links of the whole page, absolute and in document order, without jumps within the page. */
export function collectLinks({ html, resolve }: PageDocument): string[] {
  const links = new Set<string>();
  for (let node = following(html, html); node; node = following(node, html)) {
    if (node.nodeType !== 1 || (node.name !== 'a' && node.name !== 'area')) continue;
    const href = node.attribs['href']?.trim();
    if (!href || href.startsWith('#')) continue;
    const absolute = resolve(href);
    if (absolute) links.add(absolute);
  }
  return [...links];
}
