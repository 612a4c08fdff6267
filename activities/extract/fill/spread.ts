import { type Item, isItem, type Value } from '../declared/evidence.ts';
import { itemText } from './convert.ts';
import { isStepNumber } from './lists.ts';

/** One entry each: lists inside of items, lines of a text, words between commas where nothing but words is there. */
export function spread(values: readonly Value[], name: string): Value[] {
  // What is a list already is not split further.
  const split = values.length === 1 ? lines : (text: string) => [lines(text).join(' ')];
  const entries = values.flatMap((value) =>
    isItem(value) ? inItem(value, 0) : typeof value === 'string' ? split(value) : [value],
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
    .map((line) => line.replace(/^(?:[•·▪▢☐◦*–—-]|\d{1,2}[.)])\s+/, '').trim())
    .filter(Boolean);
}

function inItem(item: Item, depth: number): Value[] {
  const inner = item.properties.get('itemListElement') ?? item.properties.get('steps') ?? item.properties.get('item');
  if (inner && depth < 4)
    return inner.flatMap((value) =>
      isItem(value) ? inItem(value, depth + 1) : typeof value === 'string' ? lines(value) : [value],
    );
  const text = item.properties.get('text')?.[0];
  if (typeof text === 'string' && text) return [text.replace(/\s*\n\s*/g, ' ')];
  // Kept as a thing where it has an address: the asked format decides which of the two is meant.
  return item.properties.has('url') || item.properties.has('contentUrl') ? [item] : [itemText(item) ?? item];
}
