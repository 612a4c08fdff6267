import { boxAround, verticalOverlap } from './geometry.ts';
import { inRightToLeftOrder, isRightToLeft } from './rightToLeft.ts';
import { type Line, type Segment, textOf } from './text.ts';

/** The segments of one column as lines from top to bottom. */
export function toLines(segments: readonly Segment[]): Line[] {
  const lines: Line[] = [];
  for (const segment of segments.toSorted((a, b) => a.baseline - b.baseline)) {
    const last = lines.at(-1);
    if (last && verticalOverlap(last, segment) > 0.5 && !last.segments.some((other) => covers(other, segment))) {
      last.segments.push(segment);
      const largest = last.segments.reduce((a, b) => (b.size > a.size ? b : a));
      Object.assign(last, boxAround(last.segments), { size: largest.size, baseline: largest.baseline });
    } else {
      const { left, right, top, bottom, baseline, size } = segment;
      lines.push({ left, right, top, bottom, baseline, size, segments: [segment] });
    }
  }
  return lines.map(inLineOrder);
}

function covers(a: Segment, b: Segment): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > 0.5 * Math.min(a.right - a.left, b.right - b.left);
}

function inLineOrder(line: Line): Line {
  if (isRightToLeft(line.segments.flatMap(({ runs }) => runs)))
    return { ...line, segments: inRightToLeftOrder(line.segments) };
  line.segments.sort((a, b) => a.left - b.left);
  return mergeMarker(line);
}

/** A bullet or a number that stands apart from the text it belongs to. */
const marker = /^(?:[•‣◦▪▫●○■□–—*·o-]|\(?\d{1,3}[.)]|\(?[a-z][.)]|\d{1,2}(?:\.\d{1,2})+\.?|\d{1,2})$/i;

function mergeMarker(line: Line): Line {
  const [first, second] = line.segments;
  if (!first || !second || line.segments.length !== 2) return line;
  if (!marker.test(textOf(first.runs)) || !/^\P{N}*\p{L}{2}/u.test(textOf(second.runs))) return line;
  const [run, ...rest] = second.runs;
  if (!run || second.left - first.right > 6 * first.size) return line;
  const runs = [...first.runs, { ...run, isSpaced: true }, ...rest];
  const { baseline, size } = second;
  return { ...line, segments: [{ ...boxAround([first, second]), baseline, size, runs }] };
}
