import type { PageElement, PageNode } from '../../pages/tree/nodes.ts';
import type { Block } from './evidence.ts';
import { isBlockElement, isSilent, tidy } from './text.ts';

const bold = new Set(['b', 'strong', 'u', 'dt', 'th', 'summary', 'legend']);
function headingLevel(name: string): number {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
}
const namedHeading = /(?:^|[\s_-])(?:heading|title|headline|label|subtitle)(?:$|[\s_-])/i;

/** Short enough to be a label, and no sentence. */
const longestLabel = 70;

interface Line {
  text: string;
  bold: number;
  linked: number;
  element: PageElement | null;
}

/** The body as lines in reading order, each with how much of a heading it is. */
export function readBlocks(body: PageElement): Block[] {
  const blocks: Block[] = [];
  let line: Line = { text: '', bold: 0, linked: 0, element: null };

  function flush(list: boolean, level: number, owner: PageElement) {
    const text = tidy(line.text);
    if (text) {
      const element = line.element ?? owner;
      const kind = level > 0 ? 'heading' : list ? 'item' : 'line';
      blocks.push({
        element,
        kind,
        rank: rankOf(text, { kind, level, bold: line.bold, element }),
        text,
        linked: line.linked >= text.length,
      });
    }
    line = { text: '', bold: 0, linked: 0, element: null };
  }
  function visit(
    node: PageNode,
    within: { list: boolean; level: number; bold: boolean; linked: boolean; owner: PageElement },
  ): void {
    if (node.nodeType === 3) {
      line.text += node.data;
      if (within.bold) line.bold += tidy(node.data).length;
      if (within.linked) line.linked += tidy(node.data).length;
      if (!line.element && /\S/.test(node.data)) line.element = node.parent;
      return;
    }
    if (isSilent(node) || node.name === 'nav' || node.name === 'footer' || node.name === 'button') return;
    if (node.name === 'br') {
      flush(within.list, within.level, within.owner);
      return;
    }
    const isBlock = isBlockElement(node);
    const inner = {
      list: node.name === 'li' || (within.list && node.name !== 'ul' && node.name !== 'ol'),
      level: headingLevel(node.name) || within.level,
      bold: bold.has(node.name) || (within.bold && !isBlock),
      linked: node.name === 'a' || within.linked,
      owner: isBlock ? node : within.owner,
    };
    if (isBlock) flush(within.list, within.level, within.owner);
    for (let child = node.first; child; child = child.next) visit(child, inner);
    if (isBlock) flush(inner.list, inner.level, node);
  }
  for (let child = body.first; child; child = child.next)
    visit(child, { list: false, level: 0, bold: false, linked: false, owner: body });
  flush(false, 0, body);
  return blocks;
}

function rankOf(
  text: string,
  { kind, level, bold, element }: { kind: Block['kind']; level: number; bold: number; element: PageElement },
): number {
  if (level > 0) return level;
  if (text.length > longestLabel) return Number.POSITIVE_INFINITY;
  if (kind === 'item') return Number.POSITIVE_INFINITY;
  if (bold >= text.length * 0.8 || namedHeading.test(element.attribs['class'] ?? '')) return 7;
  if (/[:：]$/.test(text)) return 8;
  return text.length <= 40 && !/[.!?,;]$/.test(text) ? 9 : Number.POSITIVE_INFINITY;
}
