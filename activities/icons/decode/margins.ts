import type { Region } from 'sharp';
import { inkOf, type Pixels } from './pixels.ts';

/** A mark that is longer than this part of its picture has margins that somebody wanted. */
const wanted = 0.75;
/** What is left of the margins around a mark, as a part of its length. */
const air = 0.05;

/** The part of a picture to keep where its margins are wide, found in a small copy of it. */
export function withoutMargins(picture: { width: number; height: number }, small: Pixels): Region | undefined {
  const ink = inkOf(small);
  if (!ink || Math.max(ink.width, ink.height) > wanted * Math.max(small.width, small.height)) return undefined;
  const scale = picture.width / small.width;
  // A pixel of the copy stands for several, of which any may be the last with ink.
  const margin = 1 + air * Math.max(ink.width, ink.height);
  const within = (at: number, most: number) => Math.round(Math.min(Math.max(at * scale, 0), most));
  const left = within(ink.left - margin, picture.width);
  const top = within(ink.top - margin, picture.height);
  return {
    left,
    top,
    width: within(ink.left + ink.width + margin, picture.width) - left,
    height: within(ink.top + ink.height + margin, picture.height) - top,
  };
}
