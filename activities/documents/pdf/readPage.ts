import { withMarksAttached } from './combiningMarks.ts';
import { withDrawnBullets } from './drawnBullets.ts';
import { createFontStyles, type FontStyle } from './fonts.ts';
import { type Box, type Matrix, multiply, toMatrix } from './geometry.ts';
import { type Link, withLinks } from './links.ts';
import type { PdfPage } from './open.ts';
import { type Drawing, emptyDrawing, type Rules, readDrawing } from './rules.ts';
import type { Run } from './text.ts';

/** What is on a page, with its rotation undone. */
export interface PageContent {
  width: number;
  height: number;
  runs: Run[];
  /** Text that stands at another angle than the rest, such as a stamp in the margin. */
  turned: Run[];
  rules: Rules;
}

/** A page with nothing but text on it. */
export function pageOfRuns(runs: Run[], { width, height }: { width: number; height: number }): PageContent {
  return { width, height, runs, turned: [], rules: { horizontal: [], vertical: [] } };
}

interface TextItem {
  str: string;
  dir: string;
  transform: unknown[];
  width: number;
  height: number;
  fontName: string;
}

function isTextItem(item: object): item is TextItem {
  return 'str' in item && 'transform' in item && 'width' in item;
}

/** A run of text and the quarter turns that it is rotated by. */
interface TurnedRun {
  run: Run;
  turns: number;
}

interface TextLook extends FontStyle {
  isVertical: boolean;
}

const ascent = 0.78;
const descent = 0.22;

/** The box of text that begins at a point, in coordinates that are turned back until the text is level. */
function toRun(item: TextItem, viewport: Matrix, style: TextLook, isSpaced: boolean): TurnedRun | undefined {
  const own = toMatrix(item.transform);
  if (!own) return undefined;
  const [a, b, c, d, x, y] = multiply(viewport, own);
  const size = Math.hypot(c, d) || Math.hypot(a, b);
  if (!(size > 0.5 && size < 2000)) return undefined;
  const { isVertical, ...look } = style;
  // Vertical text is read as text that was turned to the right: downward, the next line on the left.
  const turns = (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + (isVertical ? 5 : 4)) % 4;
  const [left, baseline] = turnBack(x, y, turns);
  const box = {
    left,
    right: left + (isVertical ? item.height : item.width),
    top: baseline - ascent * size,
    bottom: baseline + descent * size,
  };
  const run = {
    ...box,
    ...look,
    size,
    baseline,
    isSpaced,
    text: withoutForms(item.str),
    isRightToLeft: item.dir === 'rtl',
  };
  return { run, turns };
}

/** Arabic letters as letters: documents often have the form in which one is drawn, at the end of a word or within. */
function withoutForms(text: string): string {
  return text.replace(/[\ufb50-\ufdff\ufe70-\ufefc]+/g, (forms) => forms.normalize('NFKC'));
}

function turnBack(x: number, y: number, turns: number): [number, number] {
  if (turns === 1) return [y, -x];
  if (turns === 2) return [-x, -y];
  return turns === 3 ? [-y, x] : [x, y];
}

/** Words that the document sets apart with many spaces are columns. */
function splitWide(run: Run): Run[] {
  if (!/\S\s{3,}\S/.test(run.text)) return [run];
  const unit = (run.right - run.left) / run.text.length;
  return [...run.text.matchAll(/\S+(?:\s{1,2}\S+)*/g)].map(({ 0: text, index }) => ({
    ...run,
    text,
    left: run.left + index * unit,
    right: run.left + (index + text.length) * unit,
  }));
}

async function readOperators(page: PdfPage, viewport: Matrix): Promise<Drawing> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  try {
    return readDrawing(await page.getOperatorList(), OPS, viewport);
  } catch {
    return emptyDrawing();
  }
}

async function readLinks(page: PdfPage, toReader: (rect: number[]) => Box): Promise<Link[]> {
  const annotations: readonly unknown[] = await page.getAnnotations().catch(() => []);
  return annotations.slice(0, 2000).flatMap((annotation) => {
    if (typeof annotation !== 'object' || annotation === null) return [];
    const { url, rect } = { url: undefined, rect: undefined, ...annotation } as { url: unknown; rect: unknown };
    if (typeof url !== 'string' || !/^https?:/i.test(url) || !Array.isArray(rect)) return [];
    return [{ href: url, box: toReader(rect.map(Number)) }];
  });
}

function toBox(points: readonly number[]): Box {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points;
  return { left: Math.min(x1, x2), right: Math.max(x1, x2), top: Math.min(y1, y2), bottom: Math.max(y1, y2) };
}

export async function readPage(page: PdfPage): Promise<PageContent> {
  const viewport = page.getViewport({ scale: 1 });
  const matrix = toMatrix(viewport.transform) ?? [1, 0, 0, -1, 0, viewport.height];
  const { items, styles } = await page.getTextContent();
  const drawing = await readOperators(page, matrix);
  const links = await readLinks(page, (rect) => toBox(viewport.convertToViewportRectangle(rect)));
  const styleOf = createFontStyles(page);
  const found: TurnedRun[] = [];
  let isSpaced = false;
  for (const item of items) {
    if (!isTextItem(item)) continue;
    if (item.str.trim() === '') {
      isSpaced = true;
      continue;
    }
    const { fontFamily, vertical: isVertical = false } = styles[item.fontName] ?? {};
    const look = { ...styleOf(item.fontName, fontFamily), isVertical };
    const turned = toRun(item, matrix, look, isSpaced || /^\s/.test(item.str));
    if (turned) found.push(turned);
    isSpaced = /\s$/.test(item.str);
  }
  page.cleanup();
  return arrange(found, { width: viewport.width, height: viewport.height, ...drawing, links });
}

/** Most of the text is level, unless the page was turned without saying so. */
function arrange(
  found: readonly TurnedRun[],
  { width, height, rules, dots, links }: Omit<PageContent, 'runs' | 'turned'> & Drawing & { links: readonly Link[] },
): PageContent {
  const counts = [0, 0, 0, 0];
  for (const { run, turns } of found) counts[turns] = (counts[turns] ?? 0) + run.text.length;
  const main = counts.indexOf(Math.max(...counts));
  const level = withMarksAttached(found.flatMap(({ run, turns }) => (turns === main ? [run] : []))).flatMap(splitWide);
  const turned = found.filter(({ turns }) => turns !== main).map(({ run }) => run);
  if (main === 0) return { width, height, rules, turned, runs: withLinks(withDrawnBullets(level, dots), links) };
  return { width: height, height: width, rules: { horizontal: [], vertical: [] }, turned, runs: level };
}
