import type { PageElement, PageNode } from '../../pages/tree/nodes.ts';
import type { Block } from './evidence.ts';
import { isBlockElement, isNonText, tidy } from './text.ts';

const boldNames = new Set(['b', 'strong', 'u', 'dt', 'th', 'summary', 'legend']);

function headingLevel(name: string): number {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
}
const headingClass = /(?:^|[\s_-])(?:heading|title|headline|label|subtitle)(?:$|[\s_-])/i;

/** A longer line is not a label. */
const maxLabelLength = 70;

interface Line {
  text: string;
  /** How many of its characters are bold. */
  bold: number;
  /** How many of its characters are in a link. */
  linked: number;
  /** The element with its first word. */
  element: PageElement | null;
}

/** What the elements around a node make of it. */
interface Context {
  isListEntry: boolean;
  headingLevel: number;
  isBold: boolean;
  isLinked: boolean;
  block: PageElement;
}

/** The lines of the body in reading order, each ranked by how much it looks like a heading. */
export function readBlocks(body: PageElement): Block[] {
  const blocks: Block[] = [];
  let line: Line = { text: '', bold: 0, linked: 0, element: null };

  function endLine({ isListEntry, headingLevel: level, block }: Context) {
    const text = tidy(line.text);
    if (text) {
      const element = line.element ?? block;
      const kind = level > 0 ? 'heading' : isListEntry ? 'item' : 'line';
      blocks.push({
        element,
        kind,
        rank: rankOf(text, { kind, level, bold: line.bold, element }),
        text,
        isLink: line.linked >= text.length,
      });
    }
    line = { text: '', bold: 0, linked: 0, element: null };
  }

  function visit(node: PageNode, context: Context): void {
    if (node.nodeType === 3) {
      line.text += node.data;
      if (context.isBold) line.bold += tidy(node.data).length;
      if (context.isLinked) line.linked += tidy(node.data).length;
      if (!line.element && /\S/.test(node.data)) line.element = node.parent;
      return;
    }
    const { name } = node;
    if (isNonText(node) || name === 'nav' || name === 'footer' || name === 'button') return;
    if (name === 'br') {
      endLine(context);
      return;
    }
    const isBlock = isBlockElement(node);
    const inside: Context = {
      isListEntry: name === 'li' || (context.isListEntry && name !== 'ul' && name !== 'ol'),
      headingLevel: headingLevel(name) || context.headingLevel,
      isBold: boldNames.has(name) || (context.isBold && !isBlock),
      isLinked: name === 'a' || context.isLinked,
      block: isBlock ? node : context.block,
    };
    if (isBlock) endLine(context);
    for (let child = node.first; child; child = child.next) visit(child, inside);
    if (isBlock) endLine(inside);
  }

  const outside = { isListEntry: false, headingLevel: 0, isBold: false, isLinked: false, block: body };
  for (let child = body.first; child; child = child.next) visit(child, outside);
  endLine(outside);
  return blocks;
}

function rankOf(
  text: string,
  { kind, level, bold, element }: { kind: Block['kind']; level: number; bold: number; element: PageElement },
): number {
  if (level > 0) return level;
  if (text.length > maxLabelLength) return Number.POSITIVE_INFINITY;
  if (kind === 'item') return Number.POSITIVE_INFINITY;
  if (bold >= text.length * 0.8 || headingClass.test(element.attribs['class'] ?? '')) return 7;
  if (/[:：]$/.test(text)) return 8;
  return text.length <= 40 && !/[.!?,;]$/.test(text) ? 9 : Number.POSITIVE_INFINITY;
}
