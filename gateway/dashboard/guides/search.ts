import type { Guide } from './guide.ts';
import { anchorOf } from './guideHtml.ts';

/** A part of a guide, from one heading to the next. */
interface Section {
  guide: Guide;
  heading: string;
  anchor: string;
  text: string;
}

export interface Hit {
  guide: Guide;
  heading: string;
  /** The address of the section. */
  href: string;
  excerpt: string;
}

const maxHits = 20;
const excerptLength = 180;
/** What a word in these places says about a section, against a word in its text. */
const weights = { title: 8, heading: 5, text: 1 };
/** A word that stands often in a section counts only this often. */
const maxTimes = 5;

/** Finds sections that contain every word of the query, the best ones first. */
export function createSearch(guides: readonly Guide[]): (query: string) => Hit[] {
  const sections = guides.flatMap(sectionsOf);
  return (query) => {
    const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
    if (words.length === 0) return [];
    return sections
      .map((section) => ({ section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, maxHits)
      .map(({ section }) => hitOf(section, words));
  };
}

function sectionsOf(guide: Guide): Section[] {
  // A line of a shell example may begin with # as well.
  const withoutFences = guide.markdown.replace(/^```.*$[\s\S]*?^```$/gm, (block) => block.replace(/^#/gm, ' #'));
  return withoutFences.split(/^(?=#{1,3} )/m).flatMap((part) => {
    const [line = '', ...rest] = part.split('\n');
    const [, marks = '', heading = ''] = /^(#{1,3}) (.+)$/.exec(line) ?? [];
    if (heading === '') return [];
    return [{ guide, heading, anchor: marks === '#' ? '' : `#${anchorOf(heading)}`, text: plainText(rest.join('\n')) }];
  });
}

function plainText(markdown: string): string {
  return markdown
    .replace(/^```.*$/gm, '')
    .replace(/^\|[-| ]+\|$/gm, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[`*|]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Zero unless every word is there. */
function scoreOf({ guide, heading, text }: Section, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const found =
      weights.title * timesIn(guide.title, word) +
      weights.heading * timesIn(heading, word) +
      weights.text * timesIn(text, word);
    if (found === 0) return 0;
    score += found;
  }
  return score;
}

function timesIn(text: string, word: string): number {
  return Math.min(maxTimes, text.toLowerCase().split(word).length - 1);
}

function hitOf({ guide, heading, anchor, text }: Section, words: readonly string[]): Hit {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - excerptLength / 3);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const cut = text.slice(start, start + excerptLength);
  return {
    guide,
    heading: heading.replaceAll('`', ''),
    href: `/docs/${guide.slug}${anchor}`,
    excerpt: `${start > 0 ? '… ' : ''}${cut}${start + excerptLength < text.length ? ' …' : ''}`,
  };
}
