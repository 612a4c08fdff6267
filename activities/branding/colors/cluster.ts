import { type Color, distance } from './color.ts';

export interface Weighted {
  color: Color;
  weight: number;
}

export interface Cluster<T extends Weighted> {
  /** The member that weighs most: a colour that was seen, never a mean of two. */
  color: Color;
  weight: number;
  members: T[];
}

/** Shades closer than this are one colour to the eye: a button and its border, a grey and its neighbour. */
export const sameColor = 0.045;

/** Puts colours that look alike together, the heaviest clusters first. */
export function cluster<T extends Weighted>(all: readonly T[], near = sameColor): Cluster<T>[] {
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
    const home = clusters.find(({ color }) => distance(color, one.color) < near);
    if (home === undefined) clusters.push(one);
    else {
      home.weight += one.weight;
      home.members.push(...one.members);
    }
  }
  return clusters.sort(byWeight);
}

function byWeight(one: { weight: number }, other: { weight: number }) {
  return other.weight - one.weight;
}
