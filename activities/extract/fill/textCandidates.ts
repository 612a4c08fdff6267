import { findFirst, type PageElement } from '../../pages/tree/nodes.ts';
import type { Evidence, Value } from '../declared/evidence.ts';
import { textProperty } from '../declared/pageItem.ts';
import { currentText, isStruck } from '../declared/shop/price.ts';
import type { Candidate, Scope } from './candidate.ts';
import { createInvertedIndex } from './invertedIndex.ts';
import { entriesOf, namedEntries, namespaceWords, sectionAt } from './lists.ts';
import type { Concepts, NameMatcher } from './nameMatcher.ts';
import { tokenize } from './tokenize.ts';

/** How far each kind of text is trusted, compared with the markup of the subject. */
const weights = { fact: 0.85, section: 0.82, className: 0.75 };
const minScore = 0.4;
/** A line is a label if it matches a name at least this well. */
const minLabelScore = 0.85;
/** Sections whose scores differ by less are parts of one list. */
const sectionTolerance = 0.006;

/** In "Ingredients for the dough", the label is what precedes one of these. */
const purpose = /\s(?:for|pour|für|fuer|para|per|voor|til|till|för|dla|для)\s/i;

/** Finds values in the page's text: labeled facts, sections under a heading, and elements with a telling class. */
export function createTextCandidates(evidence: Evidence, names: NameMatcher) {
  const namespace = namespaceWords(evidence, (name) => names.conceptsOf(name).words);
  const titleWords = new Set(
    ['heading', 'title', '@documentTitle'].flatMap((name) => [
      ...names.conceptsOf(textProperty(evidence.page, name) ?? '').words,
    ]),
  );
  const factsAbout = createInvertedIndex(evidence.facts, ({ label }) => names.conceptsOf(label).words);
  const namedAbout = createInvertedIndex(evidence.named, ({ name }) => names.conceptsOf(name).words);
  const headingsAbout = createInvertedIndex(
    [...evidence.blocks.entries()].filter(([, { rank, kind }]) => rank <= 9 && kind !== 'item'),
    ([, { text }]) => names.conceptsOf(text).words,
  );

  function fromFacts(asked: Concepts): Candidate[] {
    return factsAbout(asked.words).flatMap(({ label, value, source }) => {
      const score = names.similarity(asked, names.conceptsOf(label), titleWords) * weights.fact;
      return score > minScore ? [{ values: [value], score, source, path: label }] : [];
    });
  }

  /** How well a heading matches the requested name. Words of the page's title do not count. */
  function headingScore(asked: Concepts, text: string): number {
    const words = tokenize(text);
    if (words.length === 0 || words.length > 12) return 0;
    const label = text.replace(/\(.*?\)/g, ' ');
    const whole = names.similarity(asked, names.conceptsOf(label), titleWords);
    const [beforePurpose, ...rest] = label.split(purpose);
    return rest.length > 0 && beforePurpose
      ? Math.max(whole, 0.97 * names.similarity(asked, names.conceptsOf(beforePurpose), titleWords))
      : whole;
  }

  function isLabelOf(asked: Concepts, text: string): boolean {
    return text.length <= 40 && headingScore(asked, text) >= minLabelScore;
  }

  function fromSections(asked: Concepts, { labels = [] }: Scope): Candidate[] {
    const others = labels.filter((each) => [...each.words].join() !== [...asked.words].join());
    const isLabel = (text: string) => others.some((each) => isLabelOf(each, text)) && !isLabelOf(asked, text);
    const found: SectionCandidate[] = [];
    for (const [at, { text, rank }] of headingsAbout(asked.words)) {
      const similarity = headingScore(asked, text);
      // The less a line looks like a heading, the better it has to match.
      if (similarity < (rank <= 7 ? 0.5 : 0.8)) continue;
      const values = entriesOf(sectionAt(evidence.blocks, at, { isLabel, isKnown: names.isKnownPhrase }));
      const score = similarity * weights.section - (rank > 8 ? 0.05 : 0) + Math.min(values.length, 5) * 0.001;
      if (values.length > 0) found.push({ values, score, source: 'section', path: text });
    }
    return mergeSections(found);
  }

  /** Lists in elements whose class or id matches. */
  function fromNamedLists(asked: Concepts): Candidate[] {
    return namedAbout(asked.words).flatMap((named) => {
      if (named.elements.length > 400) return [];
      const score = names.similarity(asked, names.conceptsOf(named.name), namespace) * weights.className;
      if (score <= minScore) return [];
      const values = namedEntries(named);
      return values.length > 0
        ? [
            {
              values,
              score: score + Math.min(values.length, 20) * 0.002,
              source: 'class name' as const,
              path: named.name,
            },
          ]
        : [];
    });
  }

  /** The text of an element whose class or id matches. */
  function fromNamedText(asked: Concepts): Candidate[] {
    return namedAbout(asked.words).flatMap(({ name, elements }) => {
      if (elements.length > 3) return [];
      const first = elements.find((element) => !isStruck(element) && !findFirst(element, isFormField));
      if (!first) return [];
      const score = names.similarity(asked, names.conceptsOf(name), namespace) * weights.className;
      const value =
        score > minScore ? (first.attribs['content'] ?? first.attribs['datetime'] ?? currentText(first)) : '';
      return value && value.length < 2_000
        ? [{ values: [value], score, source: 'class name' as const, path: name }]
        : [];
    });
  }

  return { fromFacts, fromSections, fromNamedLists, fromNamedText, isLabelOf };
}

/** What is beside a field is its label, not a value. */
function isFormField({ name, attribs }: PageElement): boolean {
  return name === 'textarea' || (name === 'input' && /^(?:|text|email|url|tel|search)$/i.test(attribs['type'] ?? ''));
}

interface SectionCandidate extends Candidate {
  source: 'section';
}

/** Merges the best sections into one list if they score alike and differ in content. */
function mergeSections(found: SectionCandidate[]): Candidate[] {
  const best = found.reduce((highest, { score }) => Math.max(highest, score), 0);
  const alike = found.filter(({ score }) => score > best - sectionTolerance);
  if (alike.length < 2) return found;
  const seen = new Set<Value>();
  const values: Value[] = [];
  for (const section of alike) {
    const fresh = section.values.filter((value) => !seen.has(value));
    if (fresh.length < section.values.length / 2) continue;
    for (const value of fresh) {
      seen.add(value);
      values.push(value);
    }
  }
  const rest = found.filter(({ score }) => score <= best - sectionTolerance);
  return [{ values, score: best, source: 'section', path: alike[0]?.path ?? '' }, ...rest];
}
