/** The part of the plane that a drawing shows. */
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

/** The drawing's box from its `viewBox`, or else from its size; undefined where it states neither. */
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

function lengthOf(text: string | undefined): number | undefined {
  const parts = /^\s*(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text ?? '');
  const factor = pixelsPerUnit[parts?.[2]?.toLowerCase() ?? ''];
  const length = Number(parts?.[1]) * (factor ?? Number.NaN);
  return Number.isFinite(length) && length > 0 ? length : undefined;
}

/** The largest size of a box's shape that fits into a square. Rounded, never below a pixel. */
export function fitted(box: { width: number; height: number }, side: number): { width: number; height: number } {
  const scale = side / Math.max(box.width, box.height);
  return { width: Math.max(1, Math.round(box.width * scale)), height: Math.max(1, Math.round(box.height * scale)) };
}
