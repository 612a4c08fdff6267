/** Values of the language model that differ from what the page declares about the same. */
import { isRecord } from '../../contracts/json/isRecord.ts';
import { readDate } from '../pages/metadata/writtenDate.ts';
import type { Source } from './declared/evidence.ts';
import type { Declared } from './extractTasks.ts';
import { readNumber } from './fill/numbers.ts';
import { valueAt } from './schema/pointerValues.ts';

/** Declarations, as opposed to what was concluded from the page's text. */
const declarations: Partial<Record<Source, string>> = {
  'json-ld': 'JSON-LD',
  microdata: 'microdata',
  rdfa: 'RDFa',
  meta: 'meta tags',
  table: 'tables',
};
const minConfidence = 0.75;
const maxListed = 10;
const maxValueLength = 80;
/** Longer texts may be worded in many ways. */
const maxComparedLength = 300;

/** A sentence that names both values wherever they disagree. Entries of lists have no counterpart to be compared with. */
export function disagreementWarnings(data: unknown, sources: Declared['sources']): string[] {
  const found = Object.entries(sources).flatMap(([pointer, { source, confidence, value }]) => {
    const kind = declarations[source];
    const answered = valueAt(data, pointer);
    if (!kind || confidence < minConfidence || isInList(data, pointer) || !isScalar(answered)) return [];
    return agree(answered, value) ? [] : [`${pointer} is ${shown(answered)}, in its ${kind} ${shown(value)}`];
  });
  if (found.length === 0) return [];
  const more = found.length > maxListed ? ` and ${found.length - maxListed} more` : '';
  return [`The page declares otherwise: ${found.slice(0, maxListed).join('; ')}${more}.`];
}

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isInList(data: unknown, pointer: string): boolean {
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    if (!isRecord(valueAt(data, pointer.slice(0, end)))) return true;
    if (end === 0) break;
  }
  return false;
}

/** Whether two values say the same: in other words, with more detail, or in another spelling of a number or a date. */
function agree(answered: Scalar, declared: Scalar): boolean {
  if (typeof answered === 'boolean' || typeof declared === 'boolean') return answered === declared;
  if (typeof answered === 'number' || typeof declared === 'number')
    return readNumber(String(answered)) === readNumber(String(declared));
  if (answered.length > maxComparedLength || declared.length > maxComparedLength) return true;
  const [a, b] = [lettersOf(answered), lettersOf(declared)];
  if (a.includes(b) || b.includes(a)) return true;
  const [first, second] = [readDate(answered)?.date, readDate(declared)?.date];
  return first !== undefined && first === second;
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function shown(value: Scalar): string {
  const text = JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…"` : text;
}
