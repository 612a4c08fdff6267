import type { Region } from 'sharp';
import { inkOf } from './measurePixels.ts';
import type { Pixels } from './readPixels.ts';

/** If the mark fills a larger share of the picture's longer side, the margins are narrow and stay. */
const maxTrimmedShare = 0.75;
/** The margin that is left around a mark, as a share of the mark's length. */
const keptMargin = 0.05;

/** The part of a picture to keep if its transparent margins are wide, found in a small copy of it. */
export function trimRegion(picture: { width: number; height: number }, smallCopy: Pixels): Region | undefined {
  const ink = inkOf(smallCopy);
  const maxInk = maxTrimmedShare * Math.max(smallCopy.width, smallCopy.height);
  if (!ink || Math.max(ink.width, ink.height) > maxInk) return undefined;
  const scale = picture.width / smallCopy.width;
  // One more pixel, because each stands for several of the picture, and the outermost of those may have ink.
  const margin = 1 + keptMargin * Math.max(ink.width, ink.height);
  const scaled = (at: number, max: number) => Math.round(Math.min(Math.max(at * scale, 0), max));
  const left = scaled(ink.left - margin, picture.width);
  const top = scaled(ink.top - margin, picture.height);
  return {
    left,
    top,
    width: scaled(ink.left + ink.width + margin, picture.width) - left,
    height: scaled(ink.top + ink.height + margin, picture.height) - top,
  };
}
