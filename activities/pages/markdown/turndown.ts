import TurndownService from 'turndown';
import { PageElement } from '../tree/nodes.ts';
import { collapseSpaces } from './collapseSpaces.ts';
import { isRaw } from './rawMarkdown.ts';

/**
 * Escapes Markdown in the page's own text, as turndown does, and also HTML and entities, which turndown leaves alone.
 * Most text has nothing to escape, and turndown's thirteen passes took a third of the conversion time.
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

function wrapIn(before: string, after = before): Replacement {
  return (content) => (content.trim() ? `${before}${content}${after}` : '');
}

/** turndown's own rule counts the items again for each of them, which is quadratic, and pads markers to four columns. */
function createListItemRule(): Replacement {
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

/** A turndown converter for GitHub-flavored Markdown that works on our own tree. */
export function createTurndown(): (root: PageElement) => string {
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
    ['LI', createListItemRule()],
    ['DEL', wrapIn('~~')],
    ['SUB', wrapIn('<sub>', '</sub>')],
    ['SUP', wrapIn('<sup>', '</sup>')],
    ['Q', wrapIn('“', '”')],
  ]);
  // One lookup by name instead of two dozen rules in turn. Rules that look at more than the name stay with turndown.
  for (const { filter, replacement } of service.rules.array) {
    if (typeof filter === 'function' || !replacement) continue;
    for (const name of Array.isArray(filter) ? filter : [filter]) {
      const upper = String(name).toUpperCase();
      if (!replacements.has(upper)) replacements.set(upper, replacement);
    }
  }
  service.addRule('byName', {
    filter: (node) => replacements.has(node.nodeName),
    replacement: (content, node, options) => replacements.get(node.nodeName)?.(content, node, options) ?? content,
  });
  service.addRule('raw', {
    filter: isRaw,
    replacement: (_content, node) => ('getAttribute' in node ? (node.getAttribute('markdown') ?? '') : ''),
  });

  // turndown's types demand a browser's node, but it uses only what our nodes have.
  const convert: (node: never) => string = service.turndown.bind(service);
  return (root) => {
    collapseSpaces(root);
    // In what is preformatted turndown does not look for spaces again, which took a tenth of the conversion time.
    root.name = 'pre';
    return convert(root as never);
  };
}
