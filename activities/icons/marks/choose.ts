import { contrastRatio, inks, parseColor } from '../../../contracts/images/color.ts';
import type { Theme } from '../../../contracts/images/parameters.ts';
import { composeMark } from './compose.ts';
import type { Frame, ThemedMark } from './map.ts';
import { type MarkMeasure, measureMark, themesItFits } from './measure.ts';
import { canBeLifted, liftColor } from './paint.ts';

interface Drawing {
  /** The package and the drawing's name in it. */
  name: string;
  svg: string;
}

/** Everything that there is to draw a brand with, in order of precedence. */
export interface BrandDrawings {
  /** Made by hand. */
  own?: Drawing;
  /** In full color. */
  logo?: Drawing;
  logoForDark?: Drawing;
  /** A shape without colors. */
  plain?: Drawing;
  /** The brand's color, for the plain shape. */
  hex?: string;
}

/** The hull of a mark takes this share of its square at most: a full square shrinks to 0.85 of it, a disc to 0.96. */
const evenWeight = 0.72;
/** A narrower shape is a wordmark, which is a thin line in a square: it stands on a tile in the brand's color. */
const minPlainSquareness = 0.45;
/** Of the tile on which a logo stands that cannot be seen otherwise. */
const paleTile = '#ffffff';

/** How a brand's mark is drawn on a theme: in its own colors if they are seen there, or as near to them as possible. */
export function chooseMark(drawings: BrandDrawings, theme: Theme): ThemedMark | undefined {
  return [...candidates(drawings, theme)].find(({ isSure, mark, svg }) => isSure || isSeen(svg, mark, theme))?.mark;
}

interface CandidateMark {
  mark: ThemedMark;
  svg: string;
  /** It is seen by the way it is made. */
  isSure: boolean;
}

function* candidates(drawings: BrandDrawings, theme: Theme): Generator<CandidateMark> {
  const { own, logo, logoForDark, plain, hex = '#000000' } = drawings;
  const colored = [own, theme === 'dark' ? logoForDark : undefined, logo].filter((each) => each !== undefined);
  for (const drawing of colored) {
    const measured = measureOnce(drawing.svg);
    if (measured === undefined) continue;
    const mark = { drawing: drawing.name, frame: evenFrame(measured) };
    yield { mark: { ...mark, paint: 'own' }, svg: drawing.svg, isSure: false };
    if (measured.singleColor !== undefined) {
      const paint = colorOf(liftColor(measured.singleColor, theme));
      yield { mark: { ...mark, paint }, svg: drawing.svg, isSure: true };
    }
    if (theme === 'dark' && canBeLifted(drawing.svg, theme))
      yield { mark: { ...mark, paint: 'lifted' }, svg: drawing.svg, isSure: false };
  }
  const shape = plain && measureOnce(plain.svg);
  if (plain && shape) yield { mark: plainMark(plain.name, shape, hex, theme), svg: plain.svg, isSure: true };
  const [last] = colored;
  const measured = last && measureOnce(last.svg);
  if (last && measured)
    yield {
      mark: { drawing: last.name, paint: 'own', frame: tightFrame(measured), tile: tileBehind(measured, theme) },
      svg: last.svg,
      isSure: true,
    };
}

/** A plain shape in the brand's color, or if it is a wordmark, on a tile of that color. */
function plainMark(drawing: string, shape: MarkMeasure, hex: string, theme: Theme): ThemedMark {
  const color = colorOf(liftColor(hex, theme));
  if (shape.squareness >= minPlainSquareness) return { drawing, paint: color, frame: evenFrame(shape) };
  return { drawing, paint: letterColor(color), frame: tightFrame(shape), tile: color };
}

/** White or nearly black, whichever is read better on a tile. Brands prefer white. */
function letterColor(tile: string): `#${string}` {
  const rgb = parseColor(tile) ?? [0, 0, 0];
  return contrastRatio(rgb, [255, 255, 255]) >= 2.6 ? '#ffffff' : colorOf(inks.light);
}

function tileBehind({ legibility }: MarkMeasure, theme: Theme): `#${string}` {
  if (theme === 'dark') return paleTile;
  return legibility.dark.contrast > legibility.light.contrast ? colorOf(inks.light) : paleTile;
}

const measures = new Map<string, MarkMeasure | undefined>();

/** Each drawing is looked at for both themes. */
function measureOnce(svg: string): MarkMeasure | undefined {
  if (!measures.has(svg)) measures.set(svg, measureMark(svg));
  return measures.get(svg);
}

function isSeen(svg: string, mark: ThemedMark, theme: Theme): boolean {
  const measured = measureOnce(composeMark(svg, mark, theme));
  return measured !== undefined && themesItFits(measured).includes(theme);
}

/** The square around a drawing that gives it the weight of the others. */
function evenFrame({ ink, hull }: MarkMeasure): Frame {
  return frameOf(ink, Math.max(1, Math.sqrt(hull / evenWeight)));
}

function tightFrame({ ink }: MarkMeasure): Frame {
  return frameOf(ink, 1);
}

function frameOf({ x, y, width, height }: MarkMeasure['ink'], scale: number): Frame {
  const side = Math.max(width, height) * scale;
  return { x: x + width / 2 - side / 2, y: y + height / 2 - side / 2, side };
}

function colorOf(color: string): `#${string}` {
  return `#${color.replace(/^#/, '').toLowerCase()}`;
}
