import { Resvg } from '@resvg/resvg-js';
import type { Box } from '../svg/box.ts';

/**
 * Draws a sanitized drawing at the size it states. Only in the decoding process: the library aborts it on some
 * drawings, knows no limit of pixels, and opens files that a drawing names, which sanitizing has removed.
 */
export function rasterize(svg: string, hasText: boolean): Buffer {
  // Looking for fonts takes longer than drawing: only where there is something to write.
  return Buffer.from(new Resvg(svg, { font: { loadSystemFonts: hasText } }).render().asPng());
}

/** The box around all that a drawing draws, for one that does not state any. */
export function drawnBox(svg: string): Box | undefined {
  const box = new Resvg(svg, { font: { loadSystemFonts: false } }).getBBox();
  return box === undefined || !(box.width > 0) || !(box.height > 0)
    ? undefined
    : { x: box.x, y: box.y, width: box.width, height: box.height };
}
