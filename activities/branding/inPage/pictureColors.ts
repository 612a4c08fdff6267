import { page } from '../../egress/rendering/inPage/unclobbered.ts';

const sampleSide = 24;
const maxColors = 4;

/** The most frequent colors of a picture; none if it has not loaded or is of another origin. */
export function pictureColors(element: Element): string[] {
  if (!(element instanceof HTMLImageElement) || !element.complete || element.naturalWidth === 0) return [];
  const canvas = page.createElement('canvas');
  canvas.width = sampleSide;
  canvas.height = sampleSide;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return [];
  try {
    context.drawImage(element, 0, 0, sampleSide, sampleSide);
    return mostFrequent(context.getImageData(0, 0, sampleSide, sampleSide).data);
  } catch {
    // A picture of another origin may be shown but its pixels may not be read.
    return [];
  }
}

function mostFrequent(pixels: Uint8ClampedArray): string[] {
  const buckets = new Map<number, { count: number; red: number; green: number; blue: number }>();
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const bucket = buckets.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    bucket.count += 1;
    bucket.red += red;
    bucket.green += green;
    bucket.blue += blue;
    buckets.set(key, bucket);
  }
  return [...buckets.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, maxColors)
    .map(
      ({ count, red, green, blue }) =>
        `rgb(${Math.round(red / count)}, ${Math.round(green / count)}, ${Math.round(blue / count)})`,
    );
}
