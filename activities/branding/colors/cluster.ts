import { type Color, distance } from './color.ts';

export interface Weighted {
  color: Color;
  weight: number;
}

export interface Cluster<T extends Weighted> {
  /** The color of the heaviest member: one that is on the page, never an average. */
  color: Color;
  weight: number;
  members: T[];
}

/** Closer shades look like one color, such as a button and its border. */
export const sameColor = 0.045;

/** Groups colors that look alike, heaviest cluster first. */
export function cluster<T extends Weighted>(all: readonly T[], maxDistance = sameColor): Cluster<T>[] {
  const exact = new Map<string, Cluster<T>>();
  for (const one of all) {
    const known = exact.get(one.color.hex);
    if (known === undefined) exact.set(one.color.hex, { color: one.color, weight: one.weight, members: [one] });
    else {
      known.weight += one.weight;
      known.members.push(one);
    }
  }
  const clusters: Cluster<T>[] = [];
  for (const one of [...exact.values()].sort(byWeight)) {
    const near = clusters.find(({ color }) => distance(color, one.color) < maxDistance);
    if (near === undefined) clusters.push(one);
    else {
      near.weight += one.weight;
      near.members.push(...one.members);
    }
  }
  return clusters.sort(byWeight);
}

function byWeight(one: { weight: number }, other: { weight: number }) {
  return other.weight - one.weight;
}
