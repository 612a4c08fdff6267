import TurndownService from 'turndown';
import { PageElement } from '../tree/nodes.ts';
import { isLeaf } from './leaf.ts';

/**
 * Escapes what would be read as markdown, as turndown does, and what it leaves alone: HTML and entities in the page's
 * own words. Most text has nothing to escape, and turndown's thirteen passes over it were a third of a page's time.
 */
function escapeText(text: string): string {
  let escaped = text;
  if (/[\\*`[\]_]/.test(escaped)) escaped = escaped.replace(/[\\*`[\]_]/g, '\\$&');
  if (/^\s*(?:[-+=>]|#{1,6} |~~~|\d{1,9}[.)] )/.test(escaped))
    escaped = escaped.replace(
      /^(\s*)(?:([-+=>#~])|(\d{1,9})([.)]))/,
      (_all, space: string, mark?: string, digits?: string, dot?: string) =>
        mark ? `${space}\\${mark}` : `${space}${digits}\\${dot}`,
    );
  if (/[<&]|~~/.test(escaped))
    escaped = escaped.replace(/<(?=[a-z/!?])|&(?=#?\w{1,31};)|~~/gi, (mark) =>
      mark === '~~' ? '\\~\\~' : `\\${mark}`,
    );
  return escaped;
}

function indent(content: string, width: number): string {
  return content.replace(/\n(?!\n|$)/g, `\n${' '.repeat(width)}`);
}

type Replacement = NonNullable<TurndownService.Rule['replacement']>;

function wrapped(before: string, after = before): Replacement {
  return (content) => (content.trim() ? `${before}${content}${after}` : '');
}

function createItem(): Replacement {
  // turndown's own rule looks up each item's number anew, which is quadratic, and pads markers to four columns.
  const ordinals = new WeakMap<PageElement, number>();
  function markerOf(list: PageElement | null): string {
    if (list?.nodeName !== 'OL') return '- ';
    const start = Number.parseInt(list.attribs['start'] ?? '', 10);
    const ordinal = ordinals.get(list) ?? (start >= 0 && start < 1e9 ? start : 1);
    ordinals.set(list, ordinal + 1);
    return `${ordinal}. `;
  }
  return (content, node) => {
    const marker = markerOf(node instanceof PageElement ? node.parent : null);
    const isLoose = content.endsWith('\n');
    const text = indent(content.replace(/^\n+/, '').trimEnd(), marker.length);
    return `${marker}${text}${node.nextSibling ? (isLoose ? '\n\n' : '\n') : ''}`;
  };
}

/** turndown as we use it: GitHub-flavoured, over our own tree. */
export function createMarkdownConverter(): (root: PageElement) => string {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    br: '\\',
  });
  service.escape = escapeText;

  const replacements = new Map<string, Replacement>([
    ['LI', createItem()],
    ['DEL', wrapped('~~')],
    ['SUB', wrapped('<sub>', '</sub>')],
    ['SUP', wrapped('<sup>', '</sup>')],
    ['Q', wrapped('“', '”')],
  ]);
  // One look at the name instead of asking two dozen rules in turn. What depends on more than the name stays with turndown.
  for (const { filter, replacement } of service.rules.array) {
    if (typeof filter === 'function' || !replacement) continue;
    for (const name of Array.isArray(filter) ? filter : [filter]) {
      const upper = String(name).toUpperCase();
      if (!replacements.has(upper)) replacements.set(upper, replacement);
    }
  }
  service.addRule('named', {
    filter: (node) => replacements.has(node.nodeName),
    replacement: (content, node, options) => replacements.get(node.nodeName)?.(content, node, options) ?? content,
  });
  service.addRule('leaf', {
    filter: isLeaf,
    replacement: (_content, node) => ('getAttribute' in node ? (node.getAttribute('markdown') ?? '') : ''),
  });

  // turndown types its input as a browser's node; it reads only what our nodes have.
  const convert: (node: never) => string = service.turndown.bind(service);
  return (root) => convert(root as never);
}
