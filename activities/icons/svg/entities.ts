/** Drawing programs declare a few namespaces as entities; entity bombs declare entities made of entities. */
const maxEntities = 64;
const maxValueLength = 1_024;
const maxDocumentLength = 4 * 1024 * 1024;

/**
 * Removes the document type and expands its plain entities. Undefined if the entities may grow without bound: if they
 * contain others, are parameter entities, or are too many or too long.
 */
export function withoutDoctype(text: string): string | undefined {
  const start = text.search(/<!DOCTYPE/i);
  if (start === -1) return text;
  const root = text.search(/<(?:[\w-]+:)?svg[\s>/]/i);
  if (root !== -1 && root < start) return undefined;

  const end = endOfDoctype(text, start);
  if (end === undefined) return undefined;
  const subset = text.slice(start, end);
  const rest = text.slice(0, start) + text.slice(end);

  const entities = new Map<string, string>();
  for (const [, parameter, name, double, single] of subset.matchAll(
    /<!ENTITY\s+(%\s+)?([\w.:-]+)\s+(?:SYSTEM\b|PUBLIC\b|"([^"]*)"|'([^']*)')/gi,
  )) {
    if (parameter !== undefined || name === undefined) return undefined;
    const value = double ?? single;
    // An external entity is never fetched; references to it stay as text.
    if (value === undefined) continue;
    if (value.length > maxValueLength || /[&<%]/.test(value) || entities.size >= maxEntities) return undefined;
    entities.set(name, value);
  }
  let length = rest.length;
  const expanded = rest.replace(/&([\w.:-]+);/g, (reference, name: string) => {
    const value = entities.get(name);
    if (value === undefined || length > maxDocumentLength) return reference;
    length += value.length;
    return value.replace(/"/g, '&quot;');
  });
  return length > maxDocumentLength ? undefined : expanded;
}

function endOfDoctype(text: string, start: number): number | undefined {
  let quote: string | undefined;
  let inSubset = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (quote === undefined && text.startsWith('<!--', at)) {
      const close = text.indexOf('-->', at);
      if (close === -1) return undefined;
      at = close + 2;
      continue;
    }
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '[') inSubset = true;
    else if (character === ']') inSubset = false;
    else if (character === '>' && !inSubset) return at + 1;
  }
  return undefined;
}
