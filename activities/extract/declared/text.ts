import { blockNames } from '../../pages/tree/names.ts';
import type { PageElement, PageNode } from '../../pages/tree/nodes.ts';
import { parseHtml } from '../../pages/tree/parseHtml.ts';

const silent = new Set(
  'script style template noscript svg math iframe object canvas select option textarea head'.split(' '),
);
export function isSilent(element: PageElement): boolean {
  return silent.has(element.name);
}
export function isBlockElement(element: PageElement): boolean {
  return blockNames.has(element.name);
}

export function tidy(text: string): string {
  return text.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim();
}

/** The lines of text that a reader would see in an element: broken at `<br>` and between blocks. */
export function linesOf(root: PageElement): string[] {
  const lines: string[] = [];
  let line = '';
  function flush() {
    const text = tidy(line);
    if (text) lines.push(text);
    line = '';
  }
  function visit(node: PageNode): void {
    if (node.nodeType === 3) {
      line += node.data;
      return;
    }
    if (isSilent(node)) return;
    if (node.name === 'br') {
      flush();
      return;
    }
    const breaks = isBlockElement(node) && node.name !== 'td' && node.name !== 'th';
    if (breaks) flush();
    else if (node.name === 'td' || node.name === 'th') line += ' ';
    for (let child = node.first; child; child = child.next) visit(child);
    if (breaks) flush();
  }
  for (let child = root.first; child; child = child.next) visit(child);
  flush();
  return lines;
}

export function textIn(element: PageElement): string {
  return linesOf(element).join('\n');
}

/** Declared strings often carry markup and entities; as text, with its lines kept. */
export function plainText(text: string): string {
  if (!/<[a-z/!]|&#?\w{2,8};/i.test(text)) return text.replace(/[ \t\u00a0]+/g, ' ').trim();
  const { body } = parseHtml(`<body>${text.replace(/\r?\n/g, '<br>')}`);
  const plain = textIn(body);
  // Encoded twice, as many publishing systems do.
  return /&#?\w{2,8};|<\/?[a-z][^<>]*>/i.test(plain) && plain.length < text.length ? plainText(plain) : plain;
}
