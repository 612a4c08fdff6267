import { marked } from 'marked';
import { blockNames } from '../../../activities/pages/tree/elementNames.ts';
import type { PageNode } from '../../../activities/pages/tree/nodes.ts';
import { parseHtml } from '../../../activities/pages/tree/parseHtml.ts';

const unreadNames = new Set('script style noscript template head svg math'.split(' '));

/** The text of markdown, rendered first, so that addresses and emphasis neither help nor hurt. */
export function textOfMarkdown(markdown: string): string {
  const parts: string[] = [];
  function read(node: PageNode): void {
    if (node.nodeType === 3) {
      parts.push(node.data);
      return;
    }
    if (unreadNames.has(node.name)) return;
    const edge = blockNames.has(node.name) || node.name === 'br' ? '\n' : '';
    parts.push(edge);
    for (let child = node.first; child; child = child.next) read(child);
    parts.push(edge);
  }
  read(parseHtml(marked.parse(markdown, { async: false })).body);
  return parts.join('');
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function total(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/** The words that two texts have in common, and how many each has. */
export function overlapOf(left: string, right: string): { common: number; left: number; right: number } {
  const words = countWords(left);
  const others = countWords(right);
  let common = 0;
  for (const [word, count] of words) common += Math.min(count, others.get(word) ?? 0);
  return { common, left: total(words), right: total(others) };
}

/** F1 of the words of a text against those of the true text, as the corpus's `score.py` counts it. */
export function wordF1(text: string, truth: string): number {
  const { common, left, right } = overlapOf(text, truth);
  if (right === 0) return left === 0 ? 1 : 0;
  return common === 0 ? 0 : (2 * common) / (left + right);
}
