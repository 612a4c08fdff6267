/** One measurement of a benchmark and its target. */
export interface Row {
  what: string;
  measured: string;
  target: string;
  reached: boolean;
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

/** A ratio with the two numbers that it is made of. */
export function ratioText(value: number, reference: number, digits = 0): string {
  return `${value.toFixed(digits)} / ${reference.toFixed(digits)} = ${(value / reference).toFixed(2)}`;
}

function formatted(value: number, { digits = 2, unit = '' }: Format): string {
  return `${value.toFixed(digits)}${unit}`;
}
