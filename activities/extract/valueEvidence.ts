/** Evidence: where on the page each value of an answer was found. */
import { isRecord } from '../../contracts/json/isRecord.ts';
import { childPointer, pointerSteps } from '../../contracts/json/pointer.ts';
import { maxEvidence, type ValueEvidence } from '../../contracts/results/extract.ts';
import type { Source } from './declared/evidence.ts';
import type { Provenance } from './fill/candidate.ts';
import { createNameMatcher } from './fill/nameMatcher.ts';
import type { PageValues, ValuePlace } from './pageValues.ts';

export interface FoundEvidence {
  /** By JSON Pointer. */
  evidence: Record<string, ValueEvidence>;
  /** Whether the answer has more than `maxEvidence` values. */
  isCut: boolean;
}

interface Answer {
  data: unknown;
  /** Where the declared values were found, by JSON Pointer. */
  sources: Readonly<Record<string, Provenance>>;
  hasModel: boolean;
  readPage(): PageValues;
}

const publicSources: Readonly<Record<Source, ValueEvidence['source']>> = {
  'json-ld': 'json-ld',
  microdata: 'microdata',
  rdfa: 'rdfa',
  meta: 'meta',
  table: 'table',
  state: 'state',
  url: 'url',
  'definition list': 'text',
  label: 'text',
  section: 'text',
  'class name': 'text',
  'repeated block': 'text',
};

export function evidenceOf({ data, sources, hasModel, readPage }: Answer): FoundEvidence {
  const findDeclared = createDeclaredFinder(sources);
  const names = createNameMatcher();
  let page: PageValues | undefined;
  const evidence: [string, ValueEvidence][] = [];
  let isCut = false;
  for (const [pointer, value] of valuesIn(data)) {
    if (evidence.length >= maxEvidence) {
      isCut = true;
      break;
    }
    const declared = findDeclared(pointer, value);
    if (declared) {
      const { source, path, quote } = declared;
      evidence.push([pointer, { source: publicSources[source], ...(path && { path }), ...(quote && { quote }) }]);
      continue;
    }
    page ??= readPage();
    const places = typeof value === 'boolean' ? [] : page.placesOf(value);
    evidence.push([pointer, bestPlace(places, pointer) ?? { source: hasModel ? 'model' : 'schema' }]);
  }

  /** Of several places, one where the property's name is said, and rather one that a reader sees. */
  function bestPlace(places: readonly ValuePlace[], pointer: string): ValuePlace | undefined {
    const name = pointerSteps(pointer).findLast((step) => !/^\d+$/.test(step)) ?? '';
    const asked = names.withoutContainerWords(name).words;
    const scoreOf = ({ source, path = '', quote }: ValuePlace) => {
      const said = names.conceptsOf(`${path} ${quote}`).words;
      return ([...asked].some((word) => said.has(word)) ? 2 : 0) + (source === 'text' || source === 'table' ? 1 : 0);
    };
    return places.reduce<ValuePlace | undefined>(
      (best, each) => (best && scoreOf(best) >= scoreOf(each) ? best : each),
      undefined,
    );
  }
  return { evidence: Object.fromEntries(evidence), isCut };
}

/** Finds what was declared for a value: at its pointer, or beside it, because pruning a list moves its entries. */
function createDeclaredFinder(sources: Answer['sources']) {
  const byValue = new Map<string, Provenance>();
  for (const [pointer, found] of Object.entries(sources)) {
    const key = keyOf(parentOf(pointer), found.value);
    if (!byValue.has(key)) byValue.set(key, found);
  }
  return (pointer: string, value: unknown): Provenance | undefined => {
    const exact = Object.hasOwn(sources, pointer) ? sources[pointer] : undefined;
    if (exact && String(exact.value) === String(value)) return exact;
    const parent = parentOf(pointer);
    return (
      (isEntry(pointer) ? byValue.get(keyOf(parent, value)) : undefined) ??
      // A single value that was put into a list.
      (Object.hasOwn(sources, parent) && String(sources[parent]?.value) === String(value) ? sources[parent] : undefined)
    );
  };
}

function isEntry(pointer: string): boolean {
  return /\/\d+$/.test(pointer);
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

function keyOf(parent: string, value: unknown): string {
  return `${parent}\n${String(value)}`;
}

/** Every text, number and truth value of the answer, with its pointer. */
function* valuesIn(value: unknown, pointer = ''): Generator<[string, string | number | boolean]> {
  if (typeof value === 'boolean' || typeof value === 'number' || (typeof value === 'string' && value !== ''))
    yield [pointer, value];
  else if (Array.isArray(value))
    for (const [at, each] of value.entries()) yield* valuesIn(each, childPointer(pointer, at));
  else if (isRecord(value))
    for (const [key, each] of Object.entries(value)) yield* valuesIn(each, childPointer(pointer, key));
}
