import { findAll, type PageElement } from '../../pages/tree/nodes.ts';
import { cellsOf, rowsOf } from '../../pages/tree/tableRows.ts';
import type { Block, Fact } from './evidence.ts';
import { linesOf, textIn, tidy } from './text.ts';

const maxLabelLength = 60;
const maxFacts = 3_000;

/** Labels with their values, from definition lists, two-column tables, `Label: value` in text, and pairs of elements. */
export function readFacts(body: PageElement, blocks: readonly Block[]): Fact[] {
  const facts = [...fromDefinitionLists(body), ...fromTables(body), ...fromLines(blocks), ...fromPairs(body)];
  return facts.slice(0, maxFacts);
}

function fact(label: string, value: string, source: Fact['source']): Fact[] {
  const name = tidy(label).replace(/\s*[:：]\s*$/, '');
  return name && name.length <= maxLabelLength && value ? [{ label: name, value, source }] : [];
}

function fromDefinitionLists(body: PageElement): Fact[] {
  return findAll(body, ({ name }) => name === 'dl').flatMap((list) => {
    const entries = findAll(list, ({ name }) => name === 'dt' || name === 'dd');
    const found: Fact[] = [];
    let label = '';
    for (const [at, entry] of entries.entries()) {
      if (entry.name === 'dt') label = textIn(entry);
      else if (entries[at - 1]?.name === 'dt') {
        const values: string[] = [];
        for (let next = at; entries[next]?.name === 'dd'; next++) values.push(textIn(entries[next] ?? entry));
        found.push(...fact(label, values.join('\n'), 'definition list'));
      }
    }
    return found;
  });
}

function fromTables(body: PageElement): Fact[] {
  return findAll(body, ({ name }) => name === 'table').flatMap((table) => {
    const rows = rowsOf(table).map(cellsOf);
    const pairs = rows.filter(({ length }) => length === 2);
    if (pairs.length === 0 || pairs.length < rows.length / 2) return [];
    return pairs.flatMap(([label, value]) => (label && value ? fact(textIn(label), textIn(value), 'table') : []));
  });
}

/** `Prep time: 10 minutes`. What precedes `://` is not a label. */
const labeled = /^([\p{L}\p{M}][^:：.!?\n]{0,48}?)\s*[:：]\s*(?!\/\/)(\S.*)$/u;

function fromLines(blocks: readonly Block[]): Fact[] {
  return blocks.flatMap(({ text, kind }, at) => {
    if (text.length <= 400) {
      const parts = text.split(/\s+[|•·]\s+|\s{3,}/);
      const found = parts.flatMap((part) => {
        const match = labeled.exec(part);
        return match ? fact(match[1] ?? '', match[2] ?? '', 'label') : [];
      });
      if (found.length > 0) return found;
    }
    // A label on one line may have its value on the next.
    const next = blocks[at + 1];
    if (/[:：]$/.test(text) && kind !== 'heading' && next && next.text.length <= 200 && next.rank > 6)
      return fact(text, next.text, 'label');
    return [];
  });
}

/** The text of an element if it is a single short line, otherwise nothing. */
function shortLine(element: PageElement | undefined): string {
  if (!element || element.name === 'br' || element.name === 'script' || element.name === 'style') return '';
  const lines = linesOf(element);
  return lines.length === 1 && (lines[0]?.length ?? 0) <= 120 ? (lines[0] ?? '') : '';
}

const ignoredInPairs = new Set(['script', 'style', 'svg', 'br', 'img']);

/** `<span>Color</span><span>Red</span>` alone in their parent, or `<b>Color</b> Red`. */
function pairIn(element: PageElement): Fact[] {
  let first: PageElement | undefined;
  let second: PageElement | undefined;
  let count = 0;
  let rest = '';
  for (let child = element.first; child; child = child.next) {
    if (child.nodeType === 3) {
      if (first && !second) rest += child.data;
      else if (!first && /\S/.test(child.data)) return [];
      continue;
    }
    if (ignoredInPairs.has(child.name)) continue;
    count++;
    if (count === 1) first = child;
    else if (count === 2) second = child;
    else if (count > 4) return [];
  }
  if (!first || first.name === 'a') return [];
  const label = shortLine(first);
  if (!label || label.length > 40 || /\d{2}/.test(label)) return [];
  if (count === 2 && !/\S/.test(rest)) return fact(label, shortLine(second), 'label');
  if (/\S/.test(rest) && rest.length <= 200 && (count === 1 || second?.name !== 'a'))
    return fact(label, tidy(rest).replace(/^[:：–-]\s*/, ''), 'label');
  return [];
}

function fromPairs(body: PageElement): Fact[] {
  const found: Fact[] = [];
  for (const element of findAll(body, ({ name }) => name !== 'script' && name !== 'style' && name !== 'svg')) {
    if (found.length > maxFacts) break;
    found.push(...pairIn(element));
  }
  return found;
}
