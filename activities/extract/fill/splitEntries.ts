import { type Item, isItem, type Value } from '../declared/evidence.ts';
import { itemText } from './itemText.ts';
import { isStepNumber, withoutBullet } from './lists.ts';

/** Splits values into the entries of a list: nested lists, lines of a text, or short texts between commas. */
export function splitEntries(values: readonly Value[], name: string): Value[] {
  // Several values are a list already, so their texts are not split into lines.
  const split = values.length === 1 ? lines : (text: string) => [lines(text).join(' ')];
  const entries = values.flatMap((value) =>
    isItem(value) ? entriesOfItem(value, 0) : typeof value === 'string' ? split(value) : [value],
  );
  const [only] = entries;
  if (entries.length === 1 && typeof only === 'string' && /[,;|]/.test(only)) {
    const parts = only.split(/\s*[,;|]\s*/).filter(Boolean);
    if (parts.length > 1 && (parts.every((part) => part.split(/\s+/).length <= 4) || /tag|keyword|categor/i.test(name)))
      return parts;
  }
  return entries;
}

function lines(text: string): string[] {
  return text
    .split(/\n+/)
    .filter((line) => !isStepNumber(line))
    .map(withoutBullet)
    .filter(Boolean);
}

function entriesOfItem(item: Item, depth: number): Value[] {
  const inner = item.properties.get('itemListElement') ?? item.properties.get('steps') ?? item.properties.get('item');
  if (inner && depth < 4)
    return inner.flatMap((value) =>
      isItem(value) ? entriesOfItem(value, depth + 1) : typeof value === 'string' ? lines(value) : [value],
    );
  const text = item.properties.get('text')?.[0];
  if (typeof text === 'string' && text) return [text.replace(/\s*\n\s*/g, ' ')];
  // An item with an address is kept: the format of the property decides whether its address or its text is meant.
  return item.properties.has('url') || item.properties.has('contentUrl') ? [item] : [itemText(item) ?? item];
}
