import { blockNames } from '../../pages/tree/elementNames.ts';
import type { PageElement, PageNode } from '../../pages/tree/nodes.ts';
import { parseHtml } from '../../pages/tree/parseHtml.ts';

/** Elements without text for a reader. */
const nonTextNames = new Set(
  'script style template noscript svg math iframe object canvas select option textarea head'.split(' '),
);

export function isNonText(element: PageElement): boolean {
  return nonTextNames.has(element.name);
}

export function isBlockElement(element: PageElement): boolean {
  return blockNames.has(element.name);
}

/** Collapses whitespace, and removes it at both ends. */
export function tidy(text: string): string {
  return text.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim();
}

/** The lines of text that a reader sees in an element: each block and each `<br>` begins a new one. */
export function linesOf(root: PageElement): string[] {
  const lines: string[] = [];
  let line = '';
  function endLine() {
    const text = tidy(line);
    if (text) lines.push(text);
    line = '';
  }
  function visit(node: PageNode): void {
    if (node.nodeType === 3) {
      line += node.data;
      return;
    }
    if (isNonText(node)) return;
    if (node.name === 'br') {
      endLine();
      return;
    }
    const breaks = isBlockElement(node) && node.name !== 'td' && node.name !== 'th';
    if (breaks) endLine();
    else if (node.name === 'td' || node.name === 'th') line += ' ';
    for (let child = node.first; child; child = child.next) visit(child);
    if (breaks) endLine();
  }
  for (let child = root.first; child; child = child.next) visit(child);
  endLine();
  return lines;
}

export function textIn(element: PageElement): string {
  return linesOf(element).join('\n');
}

/** A declared string without markup and entities; its line breaks are kept. */
export function plainText(text: string): string {
  if (!/<[a-z/!]|&#?\w{2,8};/i.test(text)) return text.replace(/[ \t\u00a0]+/g, ' ').trim();
  const { body } = parseHtml(`<body>${text.replace(/\r?\n/g, '<br>')}`);
  const plain = textIn(body);
  // Many publishing systems encode their texts twice.
  return /&#?\w{2,8};|<\/?[a-z][^<>]*>/i.test(plain) && plain.length < text.length ? plainText(plain) : plain;
}
