import { median } from './median.ts';

/** One measurement of a benchmark and its target. */
export interface Row {
  what: string;
  measured: string;
  target: string;
  reached: boolean;
  /** What was compared, for a chart. */
  comparison?: Comparison;
  /** How it grows, for a chart. */
  growth?: Growth;
}

/** The same figure for ever more of something. */
export interface Growth {
  title: string;
  /** What there is more of. */
  by: string;
  unit: string;
  points: readonly Point[];
}

export interface Point {
  x: number;
  y: number;
}

/** The same work by several programs, in turn, in one run. */
export interface Comparison {
  unit: string;
  /** Ours first. */
  programs: readonly Program[];
}

export interface Program {
  name: string;
  /** One of each round. */
  samples: readonly number[];
}

interface Format {
  digits?: number;
  unit?: string;
}

export function atLeast(what: string, value: number, min: number, format: Format = {}): Row {
  return { what, measured: formatted(value, format), target: `≥ ${min}${format.unit ?? ''}`, reached: value >= min };
}

export function atMost(what: string, value: number, max: number, format: Format = {}): Row {
  return { what, measured: formatted(value, format), target: `≤ ${max}${format.unit ?? ''}`, reached: value <= max };
}

export function below(what: string, value: number, limit: number, format: Format = {}): Row {
  return { what, measured: formatted(value, format), target: `< ${limit}${format.unit ?? ''}`, reached: value < limit };
}

/** A measurement without a target. */
export function figure(what: string, measured: string): Row {
  return { what, measured, target: '–', reached: true };
}

interface Bounds {
  min?: number;
  max?: number;
}

/** The ratio of our median to another program's, with both and their spread. */
export function against(
  what: string,
  unit: string,
  [ours, peer]: readonly [Program, Program],
  bounds: Bounds = {},
): Row {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bounds;
  const ratio = median(ours.samples) / median(peer.samples);
  return {
    what: `${what}, against ${peer.name}`,
    measured: `${spread(ours.samples)} / ${spread(peer.samples)} ${unit} = ${ratio.toFixed(2)}`,
    target: targetOf(bounds),
    reached: ratio >= min && ratio <= max,
    comparison: { unit, programs: [ours, peer] },
  };
}

function targetOf({ min, max }: Bounds): string {
  if (min !== undefined) return `≥ ${min}`;
  return max === undefined ? '–' : `≤ ${max}`;
}

/** Our figure beside those of other programs, where one is the best of all. */
export function beside(what: string, unit: string, programs: readonly Program[], best: 'most' | 'least'): Row {
  const [ours = Number.NaN, ...theirs] = programs.map(({ samples }) => median(samples));
  return {
    what,
    measured: `${programs.map(({ name, samples }) => `${name} ${spread(samples)}`).join(', ')} ${unit}`.trim(),
    target: `the ${best}`,
    reached: theirs.every((value) => (best === 'most' ? ours >= value : ours <= value)),
    comparison: { unit, programs },
  };
}

/** The median, and the least and the most. */
export function spread(samples: readonly number[]): string {
  const digits = digitsFor(median(samples));
  const [mid, least, most] = [median(samples), Math.min(...samples), Math.max(...samples)].map((value) =>
    value.toFixed(digits),
  );
  return samples.length < 2 ? `${mid}` : `${mid} (${least}–${most})`;
}

/** A ratio with the two numbers that it is made of. */
export function ratioText(value: number, reference: number, digits = 0): string {
  return `${value.toFixed(digits)} / ${reference.toFixed(digits)} = ${(value / reference).toFixed(2)}`;
}

function formatted(value: number, { digits = 2, unit = '' }: Format): string {
  return `${value.toFixed(digits)}${unit}`;
}

/** Of a share three, of a small number one. */
export function digitsFor(value: number): number {
  if (value <= 1) return 3;
  return value < 100 ? 1 : 0;
}

/** What could not be measured here, and why. */
export function notTaken(what: string, reason: string): Row {
  return { what, measured: `not taken: ${reason}`, target: '–', reached: true };
}
