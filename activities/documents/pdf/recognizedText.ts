import type { RecognizedLine } from '../ocr/recognizer.ts';
import { median } from './geometry.ts';
import type { Run } from './text.ts';

/** The height of a line depends on its letters, so only one that is much larger than the others has a size of its own. */
export function recognizedText(lines: readonly RecognizedLine[]): Run[] {
  const usual = median(lines.map(({ top, bottom }) => bottom - top));
  return lines.map(({ text, left, right, top, bottom }) => {
    const height = bottom - top > 1.6 * usual ? bottom - top : usual;
    const baseline = bottom - 0.2 * height;
    return {
      text,
      left,
      right,
      top: baseline - 0.8 * height,
      bottom,
      baseline,
      size: 0.9 * height,
      isBold: false,
      isItalic: false,
      isMonospaced: false,
      isRightToLeft: false,
      isSpaced: true,
    };
  });
}
