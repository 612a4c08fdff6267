import { type Item, isItem, type Value } from '../declared/evidence.ts';
import { itemText } from './itemText.ts';
import { isStepNumber, withoutBullet } from './lists.ts';

/** Splits values into the entries of a list: nested lists, lines of a text, or short texts between commas. */
export function splitEntries(values: readonly Value[], name: string): Value[] {
  // Several values are a list already, so their texts are not split into lines, unless each of them is a list.
  const split = values.length === 1 || areLists(values) ? lines : (text: string) => [lines(text).join(' ')];
  const entries = withoutRepetition(
    values.flatMap((value) =>
      isItem(value) ? entriesOfItem(value, 0) : typeof value === 'string' ? split(value) : [value],
    ),
  );
  const [only] = entries;
  if (entries.length === 1 && typeof only === 'string' && /[,;|]/.test(only)) {
    const parts = only.split(/\s*[,;|]\s*/).filter(Boolean);
    if (parts.length > 1 && (parts.every((part) => part.split(/\s+/).length <= 4) || /tag|keyword|categor/i.test(name)))
      return parts;
  }
  return entries;
}

const minLinesOfList = 3;
/** The steps of a recipe have longer lines, and several of them may make one step. */
const maxAverageLength = 60;

function areLists(values: readonly Value[]): boolean {
  return values.every((value) => {
    const all = typeof value === 'string' ? lines(value) : [];
    return all.length >= minLinesOfList && all.join('').length < all.length * maxAverageLength;
  });
}

/** Some pages have everything twice, for two sizes of screen. A single entry may well come twice. */
function withoutRepetition(entries: Value[]): Value[] {
  const distinct = new Set(entries);
  return entries.length === distinct.size * 2 && distinct.size > 1 ? [...distinct] : entries;
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
  // `<li itemprop="ingredient" itemscope>` with an amount and a name is one entry as it is written.
  const written = item.properties.get('@text')?.[0];
  if (typeof written === 'string' && item.properties.size > 2 && item.properties.has('name'))
    return [lines(written).join(' ')];
  // An item with an address is kept: the format of the property decides whether its address or its text is meant.
  return item.properties.has('url') || item.properties.has('contentUrl') ? [item] : [itemText(item) ?? item];
}
