import { isItem, type Value } from '../declared/evidence.ts';
import { firstOf } from './itemText.ts';
import { readNumber } from './numbers.ts';
import type { RequestedProperty } from './requestedProperty.ts';
import { isDuration, readDuration } from './times.ts';

/** The properties of an item that may hold its amount. */
const amountProperties = ['value', 'ratingValue', 'price', 'amount', 'minValue', 'name', '@value', '@text'];

/** The unit that a property's name or description asks for, in seconds. */
const timeUnits: [RegExp, number][] = [
  [/\bmilliseconds?\b|\bms\b/i, 0.001],
  [/\bseconds?\b|\bsecs?\b/i, 1],
  [/\bminutes?\b|\bmins?\b/i, 60],
  [/\bhours?\b|\bhrs?\b/i, 3_600],
  [/\bdays?\b/i, 86_400],
];

/** A value as a number; a duration in the requested unit, or else in minutes. */
export function toNumber(value: Value, { name, shape }: RequestedProperty): number | undefined {
  const isInteger = shape.kind === 'integer';
  if (typeof value === 'number') return checked(value, isInteger);
  const text = isItem(value) ? firstOf(value, amountProperties) : String(value);
  if (!text || text.length > 300) return undefined;
  const words = `${name.replace(/_/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')} ${shape.description}`;
  const unit = timeUnits.find(([pattern]) => pattern.test(words))?.[1];
  const seconds = unit !== undefined || isDuration(text) ? readDuration(text) : undefined;
  if (seconds !== undefined) return checked(Math.round((seconds / (unit ?? 60)) * 1e6) / 1e6, isInteger);
  const number = readNumber(text);
  if (/%/.test(text) && /\b(?:fraction|ratio)\b/i.test(words)) return checked((number ?? Number.NaN) / 100, isInteger);
  // A sentence with a number in it is not a number.
  if (number === undefined || text.replace(/[^\p{L}]/gu, '').length > 60) return undefined;
  return checked(number, isInteger);
}

/** The number, unless it is not finite or not the integer that it should be. */
function checked(number: number, isInteger: boolean): number | undefined {
  if (!Number.isFinite(number)) return undefined;
  if (!isInteger || Number.isInteger(number)) return number;
  const rounded = Math.round(number);
  return Math.abs(number - rounded) < 1e-9 ? rounded : undefined;
}
