import type { Evidence, Item } from '../declared/evidence.ts';
import { textProperty } from '../declared/pageItem.ts';
import type { Shape } from '../schema/shape.ts';
import type { Concepts, NameMatcher } from './nameMatcher.ts';
import { type PropertyPaths, reachableItems } from './propertyPaths.ts';
import { tokenize } from './tokenize.ts';

/** Nearly every item has these, so they do not tell what it is. */
const commonProperties = new Set([
  'title',
  'description',
  'image',
  'url',
  'language',
  'date',
  'published',
  'modified',
  'author',
  'id',
  'site',
  'canonical',
]);

/** Types of the parts that any page has, as opposed to what the page is about. */
const structuralTypes =
  /^(?:\w*WebPage|CollectionPage|ItemPage|AboutPage|ProfilePage|WebSite|SearchAction|ReadAction|BreadcrumbList|ListItem|ImageObject|Organization|Person|WPHeader|WPFooter|WPSideBar|SiteNavigationElement)$/;

interface Deps {
  evidence: Evidence;
  names: NameMatcher;
  pathsOf: PropertyPaths;
  prompt: string;
}

/** Finds the item that a schema most likely describes. */
export function createSubjectFinder({ evidence, names, pathsOf, prompt }: Deps): (shape: Shape) => Item | undefined {
  const allItems = reachableItems(evidence.items);
  const canonical = textProperty(evidence.page, 'canonicalUrl');
  const heading = tokenize(
    textProperty(evidence.page, 'heading') ?? textProperty(evidence.page, '@documentTitle') ?? '',
  );

  /** Whether the item has the address or the title of the page. */
  function isMainItem(item: Item): boolean {
    const addresses = ['url', '@id', 'mainEntityOfPage'].map((name) => textProperty(item, name)?.replace(/#.*$/, ''));
    if (canonical && addresses.includes(canonical)) return true;
    const title = tokenize(textProperty(item, 'name') ?? textProperty(item, 'headline') ?? '');
    return title.length > 0 && title.join(' ') === heading.join(' ');
  }

  /** How many of the requested properties the item has, each weighted by similarity; `telling` without common ones. */
  function coverageOf(item: Item, asked: readonly Concepts[], typeWords: ReadonlySet<string>) {
    const paths = pathsOf(item);
    let score = 0;
    let telling = 0;
    for (const concepts of asked) {
      const similarity = paths.reduce(
        (best, path) => (path.depth > 1 ? best : Math.max(best, names.similarity(concepts, path.concepts, typeWords))),
        0,
      );
      if (similarity < 0.6) continue;
      const isCommon = [...concepts.words].every((word) => commonProperties.has(word));
      score += similarity * (isCommon ? 0.25 : 1);
      if (!isCommon) telling += similarity;
    }
    return { score, telling };
  }

  return (shape) => {
    const asked = [...shape.properties.keys()].map((name) => names.conceptsOf(name));
    const about = names.conceptsOf(`${shape.title} ${prompt}`.slice(0, 300));
    let best: { item: Item; score: number } | undefined;
    for (const { item, depth } of allItems) {
      const typeWords = new Set(item.types.flatMap((type) => [...names.conceptsOf(type).words]));
      const coverage = coverageOf(item, asked, typeWords);
      const isNamed = [...typeWords].some((word) => about.words.has(word) && !commonProperties.has(word));
      const isStructural = item.types.every((type) => structuralTypes.test(type));
      if (!isNamed && (isStructural ? coverage.telling < 0.9 : coverage.score < 0.5)) continue;
      const score = coverage.score + (isNamed ? 1.5 : 0) + ((isMainItem(item) ? 0.5 : 0) - depth * 0.4);
      if (!best || score > best.score + 1e-9) best = { item, score };
    }
    return best?.item;
  };
}
