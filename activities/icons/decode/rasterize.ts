import { Resvg } from '@resvg/resvg-js';
import type { Box } from '../svg/box.ts';

/**
 * Rasterizes a sanitized drawing at the size it states. Use it only in a decoder process: the library aborts the
 * process on some drawings, has no pixel limit, and opens files that an unsanitized drawing references.
 */
export function rasterize(svg: string, hasText: boolean): Buffer {
  // Scanning the system's fonts takes longer than drawing, so it is done only for drawings with text.
  return Buffer.from(new Resvg(svg, { font: { loadSystemFonts: hasText } }).render().asPng());
}

/** The bounding box of everything that a drawing draws. */
export function drawnBox(svg: string): Box | undefined {
  const box = new Resvg(svg, { font: { loadSystemFonts: false } }).getBBox();
  return box === undefined || !(box.width > 0) || !(box.height > 0)
    ? undefined
    : { x: box.x, y: box.y, width: box.width, height: box.height };
}
