/** A rectangle of a page in points, as a reader holds it: `y` grows downward, whatever the page's rotation is. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function boxAround(boxes: readonly Box[]): Box {
  const around = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { left, right, top, bottom } of boxes) {
    around.left = Math.min(around.left, left);
    around.right = Math.max(around.right, right);
    around.top = Math.min(around.top, top);
    around.bottom = Math.max(around.bottom, bottom);
  }
  return around;
}

/** How much of the lower of the two boxes lies beside the other one, from 0 to 1. */
export function verticalOverlap(a: Box, b: Box): number {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return shared / Math.max(Math.min(a.bottom - a.top, b.bottom - b.top), 0.1);
}

export function isInside(x: number, y: number, { left, right, top, bottom }: Box): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export type Matrix = readonly [number, number, number, number, number, number];

/** The matrix that applies `inner` first and `outer` then. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function toMatrix(values: readonly unknown[] | undefined): Matrix | undefined {
  const [a, b, c, d, e, f] = values ?? [];
  if (![a, b, c, d, e, f].every((value) => typeof value === 'number' && Number.isFinite(value))) return undefined;
  return [Number(a), Number(b), Number(c), Number(d), Number(e), Number(f)];
}
