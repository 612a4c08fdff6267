import { type Evidence, type Item, isItem, type Value } from '../declared/evidence.ts';
import { readCurrency, readNumber } from './numbers.ts';
import type { Shape } from './shape.ts';
import { isDuration, readDate, readDuration, writeDuration } from './times.ts';

/** What else is known of the value that is asked for. */
export interface Asked {
  name: string;
  shape: Shape;
  resolve: Evidence['resolve'];
}

/** A declared value as the schema wants it; undefined where it cannot be that without making something up. */
export function convert(value: Value, asked: Asked): string | number | boolean | undefined {
  const { shape } = asked;
  if (shape.values) return fromEnum(value, shape.values);
  switch (shape.kind) {
    case 'string':
      return toText(value, asked);
    case 'number':
    case 'integer':
      return toNumber(value, asked);
    case 'boolean':
      return toBoolean(value);
    case 'any':
      return isItem(value) ? itemText(value) : value;
    default:
      return undefined;
  }
}

const textNames = ['name', 'headline', 'text', 'title', '@value', 'value', 'ratingValue', 'price', '@text'];
const addressNames = ['url', 'contentUrl', 'contentURL', 'href', 'src', '@id', 'thumbnailUrl'];

function firstOf(item: Item, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = item.properties.get(name)?.[0];
    if (typeof value === 'string' && value) return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

/** What an item is called, or what it says; a quantity is its value with its unit. */
export function itemText(item: Item): string | undefined {
  const unit = firstOf(item, ['unitText', 'unitCode']);
  const amount = unit && firstOf(item, ['value']);
  if (amount) return `${amount} ${unit}`;
  if (item.types.some((type) => type.endsWith('Address'))) {
    const parts = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry'];
    const said = parts.flatMap((name) => firstOf(item, [name]) ?? []);
    if (said.length > 0) return said.join(', ');
  }
  return firstOf(item, textNames);
}

function isAddressFormat(format: string | undefined): boolean {
  return /^(?:uri|url|iri|uri-reference)$/.test(format ?? '');
}
function namesAddress(name: string): boolean {
  return /(?:^|[^a-z])(?:ur[li]|href|link|src)s?$/i.test(name.replace(/([a-z])([A-Z])/g, '$1 $2'));
}
function namesImage(name: string): boolean {
  return /(?:image|photo|picture|thumbnail|logo|icon|avatar|cover)s?$/i.test(name);
}

function toText(value: Value, asked: Asked): string | undefined {
  const { format, maxLength } = asked.shape;
  if (isAddressFormat(format) || namesAddress(asked.name)) {
    const text = isItem(value) ? firstOf(value, addressNames) : String(value);
    return text && (/^(?:https?:)?\/\//.test(text) || isAddressFormat(format))
      ? asked.resolve(text)
      : isAddressFormat(format)
        ? undefined
        : text && asked.resolve(text);
  }
  if (namesImage(asked.name)) {
    const text = isItem(value) ? (firstOf(value, addressNames) ?? itemText(value)) : String(value);
    return text && (asked.resolve(text) ?? text);
  }
  const raw = isItem(value) ? itemText(value) : String(value);
  if (!raw) return undefined;
  const text = raw.trim();
  switch (format) {
    case 'date':
      return readDate(text)?.date;
    case 'date-time': {
      const read = readDate(text);
      return read && `${read.date}T${read.time ?? '00:00:00Z'}`;
    }
    case 'time':
      return /\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?/.exec(text)?.[0];
    case 'duration': {
      if (isDuration(text)) return text;
      const seconds = readDuration(text);
      return seconds === undefined ? undefined : writeDuration(seconds);
    }
    case 'email':
      return /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0];
    case undefined:
      break;
    default:
      return text.replace(/\s*\n\s*/g, ' ');
  }
  if (/currency$/i.test(asked.name)) return /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : readCurrency(text);
  if (text.length > maxLength) return undefined;
  // A duration in machine's words is of no use to a reader unless it was asked for as such.
  if (isDuration(text) && !/iso|8601|duration/i.test(`${asked.shape.description}`))
    return sayDuration(readDuration(text) ?? 0);
  return text.replace(/[ \t]*\n[ \t]*/g, '\n');
}

function sayDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.round((seconds % 3_600) / 60);
  return [hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(' ') || '0 min';
}

const unitWords: [RegExp, number][] = [
  [/\bmilliseconds?\b|\bms\b/i, 0.001],
  [/\bseconds?\b|\bsecs?\b/i, 1],
  [/\bminutes?\b|\bmins?\b/i, 60],
  [/\bhours?\b|\bhrs?\b/i, 3_600],
  [/\bdays?\b/i, 86_400],
];

function toNumber(value: Value, { name, shape }: Asked): number | undefined {
  const whole = (number: number | undefined) =>
    number === undefined || !Number.isFinite(number)
      ? undefined
      : shape.kind === 'integer' && !Number.isInteger(number)
        ? Math.abs(number - Math.round(number)) < 1e-9
          ? Math.round(number)
          : undefined
        : number;
  if (typeof value === 'number') return whole(value);
  const text = isItem(value)
    ? firstOf(value, ['value', 'ratingValue', 'price', 'amount', 'minValue', 'name', '@value', '@text'])
    : String(value);
  if (!text || text.length > 300) return undefined;
  const words = `${name.replace(/_/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')} ${shape.description}`;
  const unit = unitWords.find(([pattern]) => pattern.test(words))?.[1];
  const seconds = unit !== undefined || isDuration(text) ? readDuration(text) : undefined;
  if (seconds !== undefined) return whole(Math.round((seconds / (unit ?? 60)) * 1e6) / 1e6);
  if (/%/.test(text) && /\b(?:fraction|ratio)\b/i.test(words)) return whole((readNumber(text) ?? Number.NaN) / 100);
  const number = readNumber(text);
  // A sentence that happens to hold a number is not one.
  if (number === undefined || text.replace(/[^\p{L}]/gu, '').length > 60) return undefined;
  return whole(number);
}

function toBoolean(value: Value): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = (isItem(value) ? (itemText(value) ?? '') : String(value))
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '');
  if (
    /^(?:true|yes|1|y|ja|oui|si|sí|sim|да|是|in ?stock|available|instoreonly|onlineonly|limitedavailability|preorder)$/.test(
      text,
    )
  )
    return true;
  if (
    /^(?:false|no|0|n|nein|non|nao|não|nee|нет|否|out ?of ?stock|sold ?out|soldout|unavailable|discontinued)$/.test(
      text,
    )
  )
    return false;
  return undefined;
}

function squash(value: unknown): string {
  return String(value)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[^\p{L}\d]/gu, '');
}

function fromEnum(value: Value, values: readonly unknown[]): string | number | boolean | undefined {
  const text = isItem(value) ? (itemText(value) ?? '') : value;
  const said = squash(text);
  const allowed = values.filter((each): each is string | number | boolean => each !== null && typeof each !== 'object');
  const exact = allowed.find((each) => squash(each) === said);
  if (exact !== undefined || said.length > 60) return exact;
  const words = ` ${String(text)
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')} `;
  const inside = allowed.filter(
    (each) =>
      squash(each).length > 1 &&
      words.includes(
        ` ${String(each)
          .toLowerCase()
          .replace(/[^\p{L}\d]+/gu, ' ')
          .trim()} `,
      ),
  );
  return inside.length === 1 ? inside[0] : undefined;
}
