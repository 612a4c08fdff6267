import { isItem, type Value } from '../declared/evidence.ts';
import { itemText } from './itemText.ts';
import type { RequestedProperty } from './requestedProperty.ts';
import { toNumber } from './toNumber.ts';
import { toText } from './toText.ts';

/** Converts a declared value to the type that the schema asks for; undefined if that would mean inventing something. */
export function convert(value: Value, property: RequestedProperty): string | number | boolean | undefined {
  const { kind, values } = property.shape;
  if (values) return toEnumValue(value, values);
  switch (kind) {
    case 'string':
      return toText(value, property);
    case 'number':
    case 'integer':
      return toNumber(value, property);
    case 'boolean':
      return toBoolean(value);
    case 'any':
      return isItem(value) ? itemText(value) : value;
    default:
      return undefined;
  }
}

const yesWords =
  /^(?:true|yes|1|y|ja|oui|si|sí|sim|да|是|in ?stock|available|instoreonly|onlineonly|limitedavailability|preorder)$/;
const noWords =
  /^(?:false|no|0|n|nein|non|nao|não|nee|нет|否|out ?of ?stock|sold ?out|soldout|unavailable|discontinued)$/;
/** Schema.org's enumerations are URLs: `https://schema.org/InStock`. */
const schemaOrgPrefix = /^https?:\/\/schema\.org\//;

function toBoolean(value: Value): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = (isItem(value) ? (itemText(value) ?? '') : String(value))
    .trim()
    .toLowerCase()
    .replace(schemaOrgPrefix, '');
  if (yesWords.test(text)) return true;
  return noWords.test(text) ? false : undefined;
}

/** The allowed value that equals the text, or else the only one that occurs in it. */
function toEnumValue(value: Value, values: readonly unknown[]): string | number | boolean | undefined {
  const text = isItem(value) ? (itemText(value) ?? '') : value;
  const letters = lettersOf(text);
  const allowed = values.filter((each): each is string | number | boolean => each !== null && typeof each !== 'object');
  const exact = allowed.find((each) => lettersOf(each) === letters);
  if (exact !== undefined || letters.length > 60) return exact;
  const words = spacedWords(text);
  const inside = allowed.filter((each) => lettersOf(each).length > 1 && words.includes(spacedWords(each)));
  return inside.length === 1 ? inside[0] : undefined;
}

function lettersOf(value: unknown): string {
  return String(value)
    .toLowerCase()
    .normalize('NFKD')
    .replace(schemaOrgPrefix, '')
    .replace(/[^\p{L}\d]/gu, '');
}

function spacedWords(value: unknown): string {
  const words = String(value)
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ');
  return ` ${words.trim()} `;
}
