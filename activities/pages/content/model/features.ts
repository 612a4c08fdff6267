import { isHeading } from '../../tree/elementNames.ts';
import type { PageBlocks } from './blocks.ts';
import { countCharacters } from './characters.ts';
import type { PageFacts } from './pageFacts.ts';
import { pageFeatureNames, pageFeaturesOf } from './pageFacts.ts';
import { createSurroundings, regionNames } from './surroundings.ts';

/** How much a word speaks for content (above 0) or against it (below 0), learned from pages. */
export interface WordWeights {
  labels: ReadonlyMap<string, number>;
  texts: ReadonlyMap<string, number>;
}

const blockFeatureNames = [
  'words',
  'chars',
  'wordLength',
  'linkDensity',
  'links',
  'punctuation',
  'sentences',
  'endsSentence',
  'digits',
  'capitals',
  'hasPrice',
  'hasDate',
  'hasCopyright',
  'colon',
  'textWeight',
  'textMin',
  'textMax',
  'hasImage',
  'repeats',
  'isParagraph',
  'headingLevel',
  'isItem',
  'isCell',
  'isButton',
  'isLinked',
  'isTerm',
  'isPre',
  'isCaption',
  'isLabel',
  'isSpanOrDiv',
  'siblingBlocks',
  'depth',
  'position',
  'wordPosition',
  'fromEnd',
  'sinceHeading',
  'headingWeight',
  'headingDepth',
  'fromTitle',
  'afterTitle',
  'inTitleSection',
  'inNav',
  'inFooter',
  'inHeader',
  'inAside',
  'inMain',
  'inArticle',
  'inForm',
  'inSection',
  'inTable',
  'inList',
  'inFigure',
  'inQuote',
  'inDetails',
  'inDialog',
  'inLabelElement',
  'hasItemprop',
  'inHidden',
  'clutter',
  'peripheral',
  'related',
  'comments',
  'body',
  'label0',
  'label1',
  'label2',
  'labelSum',
  'labelMin',
  'labelMax',
  'labelFar',
  'parentWords',
  'parentLinks',
  'grandWords',
  'grandLinks',
  'greatWords',
  'greatLinks',
  'part5Words',
  'part5Links',
  'part5Label',
  'part5Start',
  'part20Words',
  'part20Links',
  'part20Label',
  'part50Words',
  'part50Links',
  'part50Label',
  'alike',
  'alikeShare',
  'alikeSize',
  'alikeLinks',
  'outerAlike',
  'outerAlikeShare',
  'outerAlikeSize',
  'outerAlikeLinks',
  'prevWords',
  'prevLinks',
  'prevHeading',
  'prevSame',
  'nextWords',
  'nextLinks',
  'nextHeading',
  'nextSame',
  'near5Words',
  'near5Links',
  'near15Words',
  'near15Links',
] as const;

export const featureNames: readonly string[] = [...blockFeatureNames, ...pageFeatureNames];
export const featureCount = featureNames.length;

export function textWordsOf(text: string): string[] {
  return (
    text
      .slice(0, 200)
      .toLowerCase()
      .match(/\p{L}{2,20}/gu) ?? []
  );
}

const priceText = /[$€£¥₹]\s?\d|\d\s?(?:€|£|kr|zł|usd|eur)\b/i;
const dateText =
  /\b(?:19|20)\d\d\b|\b\d{1,2}:\d\d\b|\b\d+\s+(?:second|minute|hour|day|week|month|year)s?\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d/i;

function density(of: { words: number; linkWords: number } | null | undefined): number {
  return of && of.words > 0 ? of.linkWords / of.words : 0;
}

/** The features of every block, `featureCount` numbers each, in the order of `featureNames`. */
export function featuresOf({ root, blocks }: PageBlocks, facts: PageFacts, weights: WordWeights): Float32Array {
  const features = new Float32Array(blocks.length * featureCount);
  const pageFeatures = pageFeaturesOf({ root, blocks }, facts);
  const title = blocks.findIndex(({ container }) => container.element.name === 'h1');
  const around = createSurroundings(root, weights.labels, title);
  const openings = new Map<string, number>();
  for (const { text } of blocks) {
    const key = text.slice(0, 60);
    openings.set(key, (openings.get(key) ?? 0) + 1);
  }
  const textWeights = blocks.map(({ text }) => {
    let sum = 0;
    let min = 0;
    let max = 0;
    let found = 0;
    for (const word of textWordsOf(text)) {
      const weight = weights.texts.get(word);
      if (weight === undefined) continue;
      sum += weight;
      if (weight < min) min = weight;
      if (weight > max) max = weight;
      found++;
    }
    return { mean: found > 0 ? sum / Math.sqrt(found) : 0, min, max };
  });
  // Words and words in links up to each block, for sums over neighbors.
  const wordsUpTo = new Float64Array(blocks.length + 1);
  const linksUpTo = new Float64Array(blocks.length + 1);
  for (const [at, { words, linkWords }] of blocks.entries()) {
    wordsUpTo[at + 1] = (wordsUpTo[at] ?? 0) + words;
    linksUpTo[at + 1] = (linksUpTo[at] ?? 0) + linkWords;
  }
  const total = Math.max(1, root.words);
  let heading = -1;
  for (const [at, block] of blocks.entries()) {
    const { container, text, words, linkWords } = block;
    const s = around(container);
    const { element } = container;
    const { name } = element;
    const length = Math.max(1, text.length);
    const { punctuation, sentences, digits, capitals } = countCharacters(text);
    const isTitle = isHeading(name);
    const { mean, min, max } = textWeights[at] ?? { mean: 0, min: 0, max: 0 };
    const prev = blocks[at - 1];
    const next = blocks[at + 1];
    const parent = container.parent;
    const grand = parent?.parent;
    const near = (span: number, of: Float64Array) =>
      (of[Math.min(blocks.length, at + span + 1)] ?? 0) - (of[Math.max(0, at - span)] ?? 0);
    const headingBlock = blocks[heading];
    let offset = at * featureCount;
    const put = (value: number | boolean) => {
      features[offset++] = Number(value);
    };
    put(words);
    put(text.length);
    put(text.length / Math.max(1, words));
    put(words > 0 ? linkWords / words : 0);
    put(block.links);
    put(punctuation);
    put(sentences);
    put('.!?…。！？:»”"'.includes(text.at(-1) ?? ' '));
    put(digits / length);
    put(capitals / length);
    put(digits > 0 && priceText.test(text));
    put(digits > 0 && dateText.test(text));
    put(/©|\(c\)|all rights reserved/i.test(text));
    put(text.endsWith(':'));
    put(mean);
    put(min);
    put(max);
    put(block.hasImage);
    put(openings.get(text.slice(0, 60)) ?? 1);
    put(name === 'p');
    put(isTitle ? Number(name[1]) : 0);
    put(name === 'li');
    put(name === 'td' || name === 'th');
    put(name === 'button');
    put(name === 'a' || linkWords === words);
    put(name === 'dt' || name === 'dd');
    put(name === 'pre');
    put(name === 'figcaption');
    put(name === 'label');
    put(name === 'div' || name === 'span');
    put(container.endBlock - container.firstBlock);
    put(container.depth);
    put(at / blocks.length);
    put((wordsUpTo[at] ?? 0) / total);
    put(blocks.length - at);
    put(heading < 0 ? -1 : at - heading);
    put(heading < 0 ? 0 : (textWeights[heading]?.mean ?? 0));
    put(headingBlock ? Number(headingBlock.container.element.name[1]) : 0);
    put(title < 0 ? 0 : at - title);
    put(title >= 0 && at > title);
    put(s.hasTitle);
    for (let bit = 0; bit < regionNames.length; bit++) put((s.regions >> bit) & 1);
    put(s.itemprop);
    put(s.hidden);
    put(s.clutter);
    put(s.peripheral);
    put(s.related);
    put(s.comments);
    put(s.body);
    put(s.label0);
    put(s.label1);
    put(s.label2);
    put(s.labelSum);
    put(s.labelMin);
    put(s.labelMax);
    put(s.partLabels[2] ?? 0);
    put(container.words);
    put(density(container));
    put(parent?.words ?? 0);
    put(density(parent));
    put(grand?.words ?? 0);
    put(density(grand));
    for (const [level, part] of s.parts.entries()) {
      put((part?.words ?? 0) / total);
      put(density(part));
      put(s.partLabels[level] ?? 0);
      if (level === 0) put((part?.firstBlock ?? 0) / blocks.length);
    }
    for (const repeated of [s.repeated, s.outerRepeated]) {
      put(repeated?.alike ?? 0);
      put((repeated?.alikeWords ?? 0) / total);
      put(repeated ? repeated.alikeWords / repeated.alike : 0);
      put(density(repeated));
    }
    put(prev?.words ?? 0);
    put(density(prev));
    put(prev ? isHeading(prev.container.element.name) : 0);
    put(prev?.container.parent === parent);
    put(next?.words ?? 0);
    put(density(next));
    put(next ? isHeading(next.container.element.name) : 0);
    put(next?.container.parent === parent);
    put(near(5, wordsUpTo));
    put(near(5, linksUpTo) / Math.max(1, near(5, wordsUpTo)));
    put(near(15, wordsUpTo));
    put(near(15, linksUpTo) / Math.max(1, near(15, wordsUpTo)));
    for (const value of pageFeatures) put(value);
    if (isTitle) heading = at;
  }
  return features;
}
