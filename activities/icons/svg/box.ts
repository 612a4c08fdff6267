/** A viewBox: the part of the plane that a drawing shows. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const pixelsPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  rem: 16,
  ex: 8,
};

const maxLengthCharacters = 64;

/** The box from a drawing's `viewBox`, or from its width and height; undefined if it states neither. */
export function boxOf(attributes: Readonly<Record<string, string>>): Box | undefined {
  const numbers =
    attributes['viewBox']
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const [x, y, width, height] = numbers;
  if (numbers.length === 4 && numbers.every(Number.isFinite) && width !== undefined && height !== undefined) {
    if (width > 0 && height > 0) return { x: x ?? 0, y: y ?? 0, width, height };
  }
  const ownWidth = lengthOf(attributes['width']);
  const ownHeight = lengthOf(attributes['height']);
  if (ownWidth === undefined || ownHeight === undefined) return undefined;
  return { x: 0, y: 0, width: ownWidth, height: ownHeight };
}

function lengthOf(text = ''): number | undefined {
  // Matching takes the square of the length, and no length needs that many digits.
  if (text.length > maxLengthCharacters) return undefined;
  const parts = /^\s*(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text);
  const factor = pixelsPerUnit[parts?.[2]?.toLowerCase() ?? ''];
  const length = Number(parts?.[1]) * (factor ?? Number.NaN);
  return Number.isFinite(length) && length > 0 ? length : undefined;
}

/** Scales a box to fit into a square. The result is rounded, at least one pixel each way. */
export function fitToSquare(box: { width: number; height: number }, side: number): { width: number; height: number } {
  const scale = side / Math.max(box.width, box.height);
  return { width: Math.max(1, Math.round(box.width * scale)), height: Math.max(1, Math.round(box.height * scale)) };
}
