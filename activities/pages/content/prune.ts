import { blockNames, isHeading } from '../tree/names.ts';
import { detach, findAll, following, isElement, type PageElement, type PageNode, textOf } from '../tree/nodes.ts';
import type { Measure } from './measure.ts';

const noMeasure: Measure = { text: 0, link: 0, prose: 0, paragraphs: 0 };

const normal = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

const isTitle = (heading: PageElement, titles: readonly string[]): boolean => {
  const text = normal(textOf(heading));
  return text.length > 0 && titles.some((title) => normal(title).startsWith(text) || text.startsWith(normal(title)));
};

/** Takes out of an article what is not its text: the title that the metadata has, link lists, empty headings. */
export const pruneArticle = (
  root: PageElement,
  measures: Map<PageElement, Measure>,
  titles: readonly string[],
): void => {
  for (const heading of findAll(root, ({ name }) => name === 'h1' || name === 'h2')) {
    if (heading.name === 'h1' || isTitle(heading, titles)) if (isTitle(heading, titles)) detach(heading);
  }
  for (let node: PageNode | null = following(root, root); node; ) {
    const remove: boolean = isElement(node) && isLinkBlock(node, measures.get(node) ?? noMeasure);
    const next: PageNode | null = following(node, root, !remove);
    if (remove) detach(node);
    node = next;
  }
  for (const heading of findAll(root, ({ name }) => isHeading(name)).reverse()) {
    if (!hasFollowing(heading, root)) detach(heading);
  }
};

const isLinkBlock = (element: PageElement, { text, link, prose }: Measure): boolean =>
  blockNames.has(element.name) &&
  !isHeading(element.name) &&
  text > 0 &&
  prose === 0 &&
  link / text > 0.6 &&
  !/^(?:td|th|tr|tbody|thead|dt|dd)$/.test(element.name);

const hasFollowing = (heading: PageElement, root: PageElement): boolean => {
  for (let node = following(heading, root, false); node; node = following(node, root)) {
    if (node.nodeType === 3 && /\S/.test(node.data)) {
      for (let at = node.parent; at && at !== root; at = at.parent)
        if (isHeading(at.name) && at.name <= heading.name) return false;
      return true;
    }
    if (isElement(node) && node.name === 'img') return true;
  }
  return false;
};
