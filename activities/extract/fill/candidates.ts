import { type Evidence, type Item, isItem, type Value } from '../declared/evidence.ts';
import { textProperty } from '../declared/page.ts';
import { textIn } from '../declared/text.ts';
import type { Gathered } from './found.ts';
import { entriesOf, namedEntries, namespaceWords, sectionAt } from './lists.ts';
import { type Concepts, type Names, plainWords } from './names.ts';
import { type Paths, reachable } from './paths.ts';
import type { Shape } from './shape.ts';
import { spread } from './spread.ts';
import { indexBy } from './wordIndex.ts';

/** From where a property may be taken. */
export interface Scope {
  /** The thing that is described. */
  subject: Item | undefined;
  /** Whether what the page says elsewhere may be meant too. */
  whole: boolean;
  /** What the property is a part of: `address` for `address.city`. */
  prefix?: Concepts;
  /** The names that were asked for beside it: where one of them is a heading, another section begins. */
  labels?: readonly Concepts[];
}

export type Candidates = ReturnType<typeof createCandidates>;

/** What a label is for follows these. */
const purpose = /\s(?:for|pour|für|fuer|para|per|voor|til|till|för|dla|для)\s/i;

/** How much each way of saying something is worth beside the subject's own markup. */
const innerTrust = 0.93;
const trust = { otherItem: 0.8, page: 0.88, fact: 0.85, section: 0.82, named: 0.75 };

export function createCandidates(evidence: Evidence, names: Names, paths: Paths) {
  const everywhere = reachable(evidence.items);
  const namespace = namespaceWords(evidence, (name) => names.conceptsOf(name).words);
  const titleWords = new Set(
    ['heading', 'title', '@documentTitle'].flatMap((name) => [
      ...names.conceptsOf(textProperty(evidence.page, name) ?? '').words,
    ]),
  );
  const typeWords = (item: Item | undefined): ReadonlySet<string> =>
    new Set(item?.types.flatMap((type) => [...names.conceptsOf(type).words]) ?? []);

  const heading = textProperty(evidence.page, 'heading');
  const site = textProperty(evidence.page, 'site_name');
  /** `Blue lamp – The Lamp Shop` → `Blue lamp`, where the page's heading or its site's name says which part is which. */
  function withoutSite(value: Value): Value {
    if (typeof value !== 'string') return value;
    const [, before = '', after = ''] = /^(.+)\s+[|–—·»:-]+\s+([^|–—·»]+)$/.exec(value) ?? [];
    const same = (a: string | undefined, b: string) =>
      a !== undefined && plainWords(a).join(' ') === plainWords(b).join(' ');
    return before && (same(site, after) || same(heading, before)) ? before.trim() : value;
  }

  function concepts(name: string, { prefix }: Scope): Concepts {
    const own = names.essence(name);
    return prefix ? names.join(prefix, own) : own;
  }

  const inOrder = (gathered: Gathered[]): Gathered[] => gathered.sort((a, b) => b.score - a.score);

  function fromItem(item: Item, asked: Concepts, weight: number): Gathered[] {
    const context = typeWords(item);
    return paths(item).flatMap(({ concepts: said, own, values, depth }) => {
      // `offers.price` is a price, though the offer's; `author.name` is no name of the whole.
      const inner = depth > 0 && own.weight >= 1 ? names.similarity(asked, own, context) * innerTrust ** depth : 0;
      const score = Math.max(names.similarity(asked, said, context), inner) * weight - depth * 0.04;
      return score > 0.4 ? [{ values, score, source: item.source }] : [];
    });
  }

  function fromItems(asked: Concepts, { subject, whole }: Scope): Gathered[] {
    const own = subject ? fromItem(subject, asked, 1) : [];
    if (!whole) return own;
    const kinds = new Set(subject?.types);
    const others = everywhere.filter(({ item }) => item !== subject);
    return [
      ...own,
      ...others.flatMap(({ item, depth }) => {
        const sameKind = item.types.some((type) => kinds.has(type));
        // With a subject at hand, what other things say of themselves is about those.
        if (subject && !sameKind && item.types.length > 0) return [];
        return fromItem(item, asked, sameKind ? 0.92 : trust.otherItem - depth * 0.1);
      }),
      ...fromItem(evidence.page, asked, trust.page),
    ];
  }

  const factsAbout = indexBy(evidence.facts, ({ label }) => names.conceptsOf(label).words);
  const namedAbout = indexBy(evidence.named, ({ name }) => names.conceptsOf(name).words);
  const headingsAbout = indexBy(
    [...evidence.blocks.entries()].filter(([, { rank, kind }]) => rank <= 9 && kind !== 'item'),
    ([, { text }]) => names.conceptsOf(text).words,
  );

  const fromFacts = (asked: Concepts): Gathered[] =>
    factsAbout(asked.words).flatMap(({ label, value, source }) => {
      const score = names.similarity(asked, names.conceptsOf(label), titleWords) * trust.fact;
      return score > 0.4 ? [{ values: [value], score, source }] : [];
    });

  /** How well a heading names what is asked for; words of the page's title add nothing to it. */
  function headingScore(asked: Concepts, text: string): number {
    const words = plainWords(text);
    if (words.length === 0 || words.length > 12) return 0;
    const label = text.replace(/\(.*?\)/g, ' ');
    const whole = names.similarity(asked, names.conceptsOf(label), titleWords);
    // "Ingredients for the dough" are ingredients.
    const before = label.split(purpose);
    return before.length > 1 && before[0]
      ? Math.max(whole, 0.97 * names.similarity(asked, names.conceptsOf(before[0]), titleWords))
      : whole;
  }

  function fromSections(asked: Concepts, { labels = [] }: Scope): Gathered[] {
    const others = labels.filter((each) => [...each.words].join() !== [...asked.words].join());
    const isLabel = (text: string) =>
      text.length <= 40 && others.some((each) => headingScore(each, text) >= 0.85) && headingScore(asked, text) < 0.85;
    const found: (Gathered & { from: number })[] = [];
    for (const [at, { text, rank }] of headingsAbout(asked.words)) {
      const similar = headingScore(asked, text);
      // The less a line looks like a heading, the more exactly it must say what was asked for.
      if (similar < (rank <= 7 ? 0.5 : 0.8)) continue;
      const values = entriesOf(sectionAt(evidence.blocks, at, { isLabel, isKnown: names.isKnown }));
      if (values.length > 0)
        found.push({
          values,
          score: similar * trust.section - (rank > 8 ? 0.05 : 0) + Math.min(values.length, 5) * 0.001,
          source: 'section',
          from: at,
        });
    }
    return together(found);
  }

  const fromNamed = (asked: Concepts): Gathered[] =>
    namedAbout(asked.words).flatMap((each) => {
      if (each.elements.length > 400) return [];
      const score = names.similarity(asked, names.conceptsOf(each.name), namespace) * trust.named;
      if (score <= 0.4) return [];
      const values = namedEntries(each);
      return values.length > 0
        ? [{ values, score: score + Math.min(values.length, 20) * 0.002, source: 'class name' as const }]
        : [];
    });

  const fromNamedText = (asked: Concepts): Gathered[] =>
    namedAbout(asked.words).flatMap(({ name, elements }) => {
      const [first] = elements;
      if (!first || elements.length > 3) return [];
      const score = names.similarity(asked, names.conceptsOf(name), namespace) * trust.named;
      const value = score > 0.4 ? (first.attribs['content'] ?? first.attribs['datetime'] ?? textIn(first)) : '';
      return value && value.length < 2_000 ? [{ values: [value], score, source: 'class name' as const }] : [];
    });

  return {
    /** Values for a property that holds one. */
    scalar(name: string, shape: Shape, scope: Scope): Gathered[] {
      const asked = concepts(name, scope);
      const found = fromItems(asked, scope);
      if (scope.whole) {
        found.push(...fromFacts(asked), ...fromNamedText(asked));
        if (shape.kind === 'string' && !shape.format)
          found.push(
            ...fromSections(asked, scope).map((each) => ({
              ...each,
              values: [each.values.filter((value) => !isItem(value)).join('\n')],
              score: each.score * 0.9,
            })),
          );
      }
      // A name that says nothing to us may be explained by its description.
      if (shape.description && !names.isFamiliar(name)) {
        const described = concepts(shape.description.split(/[.;(]/)[0] ?? '', scope);
        if (described.words.size <= 4)
          found.push(...fromItems(described, scope).map((each) => ({ ...each, score: each.score * 0.7 })));
      }
      const isTitle = asked.words.size === 1 && asked.words.has('title');
      return inOrder(isTitle ? found.map((each) => ({ ...each, values: each.values.map(withoutSite) })) : found);
    },

    /** Values for a property that holds several. */
    list(name: string, _shape: Shape, scope: Scope): Gathered[] {
      const asked = concepts(name, scope);
      const found: Gathered[] = fromItems(asked, scope).map((each) => ({ ...each, values: spread(each.values, name) }));
      if (scope.whole) {
        found.push(...fromSections(asked, scope), ...fromNamed(asked));
        found.push(
          ...fromFacts(asked).map((each) => ({ ...each, values: spread(each.values, name), score: each.score * 0.9 })),
        );
      }
      // A list that was marked up with its heading holds that too.
      const isHeading = (value: Value) =>
        typeof value === 'string' && value.length <= 40 && headingScore(asked, value) >= 0.85;
      return inOrder(
        found
          .map((each) => ({ ...each, values: each.values.filter((value, at) => at > 1 || !isHeading(value)) }))
          .filter(({ values }) => values.length > 0),
      );
    },

    /** Things for a property that holds one. */
    items(name: string, shape: Shape, scope: Scope): { item: Item; score: number }[] {
      const asked = concepts(name, scope);
      const own = scope.subject ? fromItem(scope.subject, asked, 1) : [];
      const found = own.flatMap(({ values, score }) =>
        values.flatMap((value) => (isItem(value) ? [{ item: value, score }] : [])),
      );
      if (scope.whole) {
        const kinds = names.conceptsOf(`${name} ${shape.title}`);
        for (const { item, depth } of everywhere) {
          if (item === scope.subject) continue;
          const score =
            Math.max(...item.types.map((type) => names.similarity(kinds, names.conceptsOf(type))), 0) *
              trust.otherItem -
            depth * 0.05;
          if (score > 0.5) found.push({ item, score });
        }
      }
      return found.sort((a, b) => b.score - a.score);
    },
  };
}

/** Sections that score alike and say different things are parts of one list. */
function together(found: (Gathered & { from: number })[]): Gathered[] {
  const best = found.reduce((most, { score }) => Math.max(most, score), 0);
  const alike = found.filter(({ score }) => score > best - 0.006);
  if (alike.length < 2) return found;
  const seen = new Set<Value>();
  const values: Value[] = [];
  for (const each of alike) {
    const fresh = each.values.filter((value) => !seen.has(value));
    if (fresh.length < each.values.length / 2) continue;
    for (const value of fresh) {
      seen.add(value);
      values.push(value);
    }
  }
  return [{ values, score: best, source: 'section' }, ...found.filter(({ score }) => score <= best - 0.006)];
}
