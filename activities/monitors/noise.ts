import { type Hunk, hunksBetween } from './hunks.ts';

/**
 * What changes on every load: counters, times, tokens, a quotation at random. It is learned by reading a page twice in a
 * row. What differs then is noise, and is known by its form ("0 visitors online") or by the lines around it.
 */
export type Noise = ReadonlySet<string>;

/** A page with more is noise all over; the oldest are forgotten. */
const maxMarks = 300;
const maxMarkLength = 200;
const formPrefix = 'form:';

/** What two readings of one page at the same time say about its noise, joined to what is known already. */
export function learnNoise(known: Noise, first: readonly string[], second: readonly string[]): Noise {
  const marks = [...known];
  for (const hunk of hunksBetween(first, second) ?? []) {
    const forms = new Set(hunk.removed.map(formOf));
    const isSameForm = hunk.added.length > 0 && hunk.added.every((line) => forms.has(formOf(line)));
    if (isSameForm && [...forms].every(isTelling)) marks.push(...forms);
    else marks.push(placeOf(hunk));
  }
  return new Set([...new Set(marks)].slice(-maxMarks));
}

/** The same for all lines that differ by noise only. */
export function withoutNoise(line: string, noise: Noise): string {
  const form = formOf(line);
  return noise.has(form) ? form : line;
}

/** Whether a change is nothing but noise. */
export function isNoise(hunk: Hunk, noise: Noise): boolean {
  if (noise.has(placeOf(hunk))) return true;
  return [...hunk.removed, ...hunk.added].every((line) => noise.has(formOf(line)));
}

/** A line with its numbers and tokens left out. */
function formOf(line: string): string {
  const form = line
    .trim()
    // Tokens: long runs that have letters and digits.
    .replace(/\b(?=\w*\d)(?=\w*[a-z])[\w-]{8,}/gi, '§')
    .replace(/\d+(?:[.,:]\d+)*/g, '#');
  return formPrefix + form.slice(0, maxMarkLength);
}

/** A line that is hardly more than a number has the form of many others. */
function isTelling(form: string): boolean {
  return /\p{L}{3}/u.test(form.slice(formPrefix.length));
}

function placeOf({ previous, next }: Hunk): string {
  return `place:${previous.slice(0, maxMarkLength)}\n${next.slice(0, maxMarkLength)}`;
}
