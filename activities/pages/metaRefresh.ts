import type { PageDocument } from './document.ts';
import { following } from './tree/nodes.ts';

/** A refresh after a longer time is for a page that reloads itself, not a redirect. */
const maxRedirectSeconds = 10;

/** The absolute URL that a `<meta refresh>` redirects to. One inside `<noscript>` is for browsers without scripts. */
export function refreshTargetOf({ html, url, resolve }: PageDocument): string | undefined {
  for (
    let node = following(html, html);
    node;
    node = following(node, html, !(node.nodeType === 1 && node.name === 'noscript'))
  ) {
    if (node.nodeType !== 1 || node.name !== 'meta' || node.attribs['http-equiv']?.trim().toLowerCase() !== 'refresh')
      continue;
    const match = /^\s*([\d.]*)\s*[;,]?\s*(?:url\s*=\s*)?["']?([^"']*)/i.exec(node.attribs['content'] ?? '');
    const target = resolve(match?.[2]?.trim() || undefined);
    if (target && Number(match?.[1] || 0) <= maxRedirectSeconds && target !== url) return target;
  }
  return undefined;
}
