import { type Segment, textOf } from './text.ts';

interface Page {
  height: number;
  segments: Segment[];
}

/** How much of a page, at its top and at its bottom, may hold running heads and feet. */
const marginShare = 0.1;
const minPages = 3;
/** Those of left and right pages differ, and chapters change. */
const minShare = 0.3;
const tolerance = 4;

interface Edge {
  page: number;
  segment: Segment;
  /** Its text without what counts, and its distance from the edge. */
  key: string;
  y: number;
}

function withoutNumbers(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d+|\b[ivxlc]+\b/g, '#')
    .replace(/\s+/g, ' ')
    .trim();
}

function edgesOf({ height, segments }: Page, page: number): Edge[] {
  return segments.flatMap((segment) => {
    const isAtEdge = segment.bottom < marginShare * height || segment.top > (1 - marginShare) * height;
    const key = isAtEdge ? withoutNumbers(textOf(segment.runs)) : '';
    return isAtEdge && key.length < 200 ? [{ page, segment, key, y: segment.baseline }] : [];
  });
}

/** Leaves out what is at the edge of many pages at the same height, and numbers that count the pages. */
export function withoutRunningHeads<T extends Page>(pages: readonly T[]): T[] {
  const groups = new Map<string, Edge[]>();
  for (const [index, page] of pages.entries())
    for (const edge of edgesOf(page, index)) {
      const group = groups.get(edge.key);
      if (group) group.push(edge);
      else groups.set(edge.key, [edge]);
    }
  const dropped = new Set<Segment>();
  const needed = Math.max(minPages, minShare * pages.length);
  for (const [key, edges] of groups)
    for (const { segment, y } of edges) {
      const alike = new Set(edges.filter((other) => Math.abs(other.y - y) <= tolerance).map(({ page }) => page));
      if (alike.size >= (isPageNumber(key) ? Math.min(needed, minPages) : needed)) dropped.add(segment);
    }
  for (const [index, { height, segments }] of pages.entries())
    for (const segment of segments) if (isOwnNumber(segment, height, index + 1)) dropped.add(segment);
  return pages.map((page) => {
    const segments = page.segments.filter((segment) => !dropped.has(segment));
    // A page that has nothing else is a short one.
    return segments.length > 0 ? { ...page, segments } : page;
  });
}

function isPageNumber(key: string): boolean {
  return /^(?:page |p\. ?|[-–—|] ?)?#(?: ?(?:of|\/|\|) ?#)?(?: ?[-–—|])?$/.test(key);
}

/** A number in the margin of a short document that is that of its page. */
function isOwnNumber(segment: Segment, height: number, number: number): boolean {
  if (segment.bottom >= 0.1 * height && segment.top <= 0.88 * height) return false;
  const text = textOf(segment.runs).toLowerCase();
  return isPageNumber(withoutNumbers(text)) && Number(/\d+/.exec(text)?.[0]) === number;
}
