import type { Evidence, Item } from '../declared/evidence.ts';
import { textProperty } from '../declared/page.ts';
import { type Names, plainWords } from './names.ts';
import { type Paths, reachable } from './paths.ts';
import type { Shape } from './shape.ts';

/** Nearly every item has these; they do not tell what it is. */
const common = new Set([
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

/** What a page is made of, as opposed to what it is about. */
const furniture =
  /^(?:\w*WebPage|CollectionPage|ItemPage|AboutPage|ProfilePage|WebSite|SearchAction|ReadAction|BreadcrumbList|ListItem|ImageObject|Organization|Person|WPHeader|WPFooter|WPSideBar|SiteNavigationElement)$/;

/** The item that a schema is most likely about. */
export function createSubjects(evidence: Evidence, names: Names, paths: Paths, prompt: string) {
  const all = reachable(evidence.items);
  const canonical = textProperty(evidence.page, 'canonicalUrl');
  const heading = plainWords(
    textProperty(evidence.page, 'heading') ?? textProperty(evidence.page, '@documentTitle') ?? '',
  );

  function isOfThisPage(item: Item): boolean {
    const addresses = ['url', '@id', 'mainEntityOfPage'].map((name) => textProperty(item, name)?.replace(/#.*$/, ''));
    if (canonical && addresses.includes(canonical)) return true;
    const title = plainWords(textProperty(item, 'name') ?? textProperty(item, 'headline') ?? '');
    return title.length > 0 && title.join(' ') === heading.join(' ');
  }

  return {
    subjectFor(shape: Shape): Item | undefined {
      const asked = [...shape.properties.keys()].map((name) => names.conceptsOf(name));
      const about = names.conceptsOf(`${shape.title} ${prompt}`.slice(0, 300));
      const context = (item: Item) => new Set(item.types.flatMap((type) => [...names.conceptsOf(type).words]));
      let best: { item: Item; score: number } | undefined;
      for (const { item, depth } of all) {
        const understood = context(item);
        const own = paths(item);
        let score = 0;
        let telling = 0;
        for (const concepts of asked) {
          const similar = own.reduce(
            (most, path) =>
              path.depth > 1 ? most : Math.max(most, names.similarity(concepts, path.concepts, understood)),
            0,
          );
          if (similar < 0.6) continue;
          const isCommon = [...concepts.words].every((word) => common.has(word));
          score += similar * (isCommon ? 0.25 : 1);
          if (!isCommon) telling += similar;
        }
        const isAskedFor = [...understood].some((word) => about.words.has(word) && !common.has(word));
        if (isAskedFor) score += 1.5;
        const isFurniture = item.types.every((type) => furniture.test(type));
        if (!isAskedFor && (isFurniture ? telling < 0.9 : score < 0.5)) continue;
        score += (isOfThisPage(item) ? 0.5 : 0) - depth * 0.4;
        if (!best || score > best.score + 1e-9) best = { item, score };
      }
      return best?.item;
    },
  };
}
