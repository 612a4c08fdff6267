import type { PageElement } from '../tree/nodes.ts';
import { oneContainsOther, plainWords } from './compareTexts.ts';
import { type HeadTags, tidy } from './headTags.ts';

export interface MainHeading {
  element: PageElement;
  text: string;
}

/** An element's text without that of scripts and styles in it. */
function readableText(element: PageElement): string | undefined {
  let text = '';
  function visit(parent: PageElement): void {
    for (let node = parent.first; node; node = node.next) {
      if (node.nodeType === 3) text += node.data;
      else if (node.name === 'br') text += ' ';
      else if (node.name !== 'style' && node.name !== 'script' && node.name !== 'template') visit(node);
    }
  }
  visit(element);
  return tidy(text);
}

/** The heading that says what the page is about: the `<h1>`, or the first heading that the `<title>` repeats. */
export function mainHeadingOf({ title, meta, headings: elements }: HeadTags): MainHeading | undefined {
  const headings = elements.flatMap((element) => {
    const text = readableText(element);
    return text && !text.startsWith('{{') ? [{ element, text }] : [];
  });
  const first = headings.filter(({ element }) => element.name === 'h1');
  const titles = [title, meta.get('og:title')].filter((text) => text !== undefined);
  const isRepeated = ({ text }: MainHeading) =>
    plainWords(text).length > 3 && titles.some((each) => plainWords(each).includes(plainWords(text)));
  // A site's name is often in the title too, and often an <h1> at the top of every page.
  const repeated = first.filter(isRepeated).sort((a, b) => b.text.length - a.text.length)[0];
  return repeated ?? (first.length === 1 ? first[0] : undefined) ?? headings.find(isRepeated) ?? first[0];
}

const functionWords = new Set(
  'the a an of for to in on at and or is are your our my you how what with by from'.split(' '),
);

/** The share of the heading's telling words that the title has too. */
function sharedWords(heading: string, title: string): number {
  const inTitle = new Set(plainWords(title).split(' '));
  const words = plainWords(heading)
    .split(' ')
    .filter((word) => !functionWords.has(word));
  return words.filter((word) => inTitle.has(word)).length / Math.max(1, words.length);
}

interface TitleSources {
  head: HeadTags;
  heading: MainHeading | undefined;
  /** Whether the page is a single text or thing, as opposed to a home page or a landing page. */
  isDocument: boolean;
}

/**
 * The `<title>`, unless it is written for search engines and the heading says something else: then the heading, provided
 * that it is about the same or that `og:title` confirms it.
 */
export function titleOf({ head: { title, meta }, heading, isDocument }: TitleSources): string | undefined {
  const ogTitle = meta.get('og:title');
  const declared = title ?? ogTitle ?? meta.get('twitter:title');
  if (!declared || !heading) return declared ?? heading?.text;
  const { text } = heading;
  if (oneContainsOther(text, declared) || text.length > 200) return declared;
  const isConfirmed = [ogTitle, meta.get('twitter:title')].some((each) => each && oneContainsOther(each, text));
  if (isConfirmed && plainWords(text).includes(' ')) return text;
  return isDocument && heading.element.name === 'h1' && sharedWords(text, declared) >= 0.3 ? text : declared;
}
