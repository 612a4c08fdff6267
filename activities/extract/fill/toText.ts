import { withoutNamePrefix } from '../../pages/metadata/personName.ts';
import { readDate } from '../../pages/metadata/writtenDate.ts';
import { isItem, type Value } from '../declared/evidence.ts';
import { firstOf, itemText, urlProperties } from './itemText.ts';
import { readCurrency } from './numbers.ts';
import type { RequestedProperty } from './requestedProperty.ts';
import { isDuration, readDuration, writeDuration } from './times.ts';

function isUrlFormat(format: string | undefined): boolean {
  return /^(?:uri|url|iri|uri-reference)$/.test(format ?? '');
}

function isUrlName(name: string): boolean {
  return /(?:^|[^a-z])(?:ur[li]|href|link|src)s?$/i.test(name.replace(/([a-z])([A-Z])/g, '$1 $2'));
}

function isImageName(name: string): boolean {
  return /(?:image|photo|picture|thumbnail|logo|icon|avatar|cover)s?$/i.test(name);
}

/** A value as text: in the requested format if there is one, otherwise in the form that the property's name suggests. */
export function toText(value: Value, { name, shape, resolve }: RequestedProperty): string | undefined {
  const { format, maxLength, description } = shape;
  if (isUrlFormat(format) || isUrlName(name)) {
    const url = isItem(value) ? firstOf(value, urlProperties) : String(value);
    return url ? resolve(url) : undefined;
  }
  if (isImageName(name)) {
    const url = isItem(value) ? (firstOf(value, urlProperties) ?? itemText(value)) : String(value);
    return url && (resolve(url) ?? url);
  }
  const raw = isItem(value) ? itemText(value) : String(value);
  if (!raw) return undefined;
  const text = raw.trim();
  if (format !== undefined) return toFormat(text, format);
  if (/currency$/i.test(name)) return /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : readCurrency(text);
  if (text.length > maxLength) return undefined;
  // Schema.org's `recipeYield` counts servings if it is a number.
  if (/^\d{1,3}$/.test(text) && /^(?:recipe)?[_ ]?(?:yields?|servings|portions)$/i.test(name))
    return `${text} ${text === '1' ? 'serving' : 'servings'}`;
  if (/author$/i.test(name)) return withoutNamePrefix(text) || text;
  // `PT1H30M` is hard to read for people, unless the schema asks for it.
  if (isDuration(text) && !/iso|8601|duration/i.test(description)) return readableDuration(readDuration(text) ?? 0);
  return text.replace(/[ \t]*\n[ \t]*/g, '\n');
}

function toFormat(text: string, format: string): string | undefined {
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
    default:
      return text.replace(/\s*\n\s*/g, ' ');
  }
}

function readableDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.round((seconds % 3_600) / 60);
  return [hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(' ') || '0 min';
}
