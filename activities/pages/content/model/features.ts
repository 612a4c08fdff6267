import { isHeading } from '../../tree/elementNames.ts';
import type { Block, Container, PageBlocks } from './blocks.ts';
import { countCharacters } from './characters.ts';
import { declaredWordsOf } from './declaredWords.ts';
import type { LabelReader } from './labelFacts.ts';
import { type PageFacts, pageFeatureNames } from './pageFacts.ts';
import { regionNames, type Surroundings, SurroundingsReader } from './surroundings.ts';
import { type TextWeight, textWeightOf } from './textWeights.ts';

/** How much a word speaks for content (above 0) or against it (below 0), learned from pages. */
export interface WordWeights {
  labels: LabelReader;
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
  'inTitle',
  'inDescription',
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

const priceText = /[$€£¥₹]\s?\d|\d\s?(?:€|£|kr|zł|usd|eur)\b/i;
const dateText =
  /\b(?:19|20)\d\d\b|\b\d{1,2}:\d\d\b|\b\d+\s+(?:second|minute|hour|day|week|month|year)s?\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d/i;

const copyrightText = /©|\(c\)|all rights reserved/i;

/** How many blocks before and after count as near. */
const neighborhoods = [5, 15] as const;

function headingLevel(name: string): number {
  return isHeading(name) ? Number(name[1]) : 0;
}

function density(of: { words: number; linkWords: number } | null | undefined): number {
  return of && of.words > 0 ? of.linkWords / of.words : 0;
}

/** How much of a text's beginning tells whether it is repeated. */
const openingLength = 60;
/** A notice of copyright is short. */
const maxNoticeLength = 600;

/** Each block's number of blocks with the same beginning, itself included. */
function countRepeats(blocks: readonly Block[]): Int32Array {
  const first = new Map<string, number>();
  const counts = new Int32Array(blocks.length);
  const sameAs = blocks.map(({ text }, at) => {
    const opening = text.slice(0, openingLength);
    const known = first.get(opening);
    if (known === undefined) first.set(opening, at);
    const same = known ?? at;
    (counts[same] as number)++;
    return same;
  });
  return Int32Array.from(sameAs, (same) => counts[same] as number);
}

/** The features of one block after the other, in the same array: a page may have thousands of blocks. */
class FeatureRow {
  readonly values = new Float32Array(featureCount);
  private at = 0;

  constructor(pageFeatures: readonly number[]) {
    this.values.set(pageFeatures, blockFeatureNames.length);
  }

  begin(): void {
    this.at = 0;
  }

  add(value: number): void {
    this.values[this.at++] = value;
  }

  addFlag(isSet: boolean): void {
    this.values[this.at++] = isSet ? 1 : 0;
  }
}

function addText(row: FeatureRow, { text, words, linkWords, links, hasImage }: Block, weight: TextWeight): void {
  const length = Math.max(1, text.length);
  const { punctuation, sentences, digits, capitals } = countCharacters(text);
  row.add(words);
  row.add(text.length);
  row.add(text.length / Math.max(1, words));
  row.add(words > 0 ? linkWords / words : 0);
  row.add(links);
  row.add(punctuation);
  row.add(sentences);
  row.addFlag('.!?…。！？:»”"'.includes(text.at(-1) ?? ' '));
  row.add(digits / length);
  row.add(capitals / length);
  row.addFlag(digits > 0 && priceText.test(text));
  row.addFlag(digits > 0 && dateText.test(text));
  row.addFlag(length <= maxNoticeLength && copyrightText.test(text));
  row.addFlag(text.endsWith(':'));
  row.add(weight.mean);
  row.add(weight.min);
  row.add(weight.max);
  row.add(weight.inTitle);
  row.add(weight.inDescription);
  row.addFlag(hasImage);
}

function addElement(row: FeatureRow, { container, words, linkWords }: Block): void {
  const { name } = container.element;
  row.addFlag(name === 'p');
  row.add(headingLevel(name));
  row.addFlag(name === 'li');
  row.addFlag(name === 'td' || name === 'th');
  row.addFlag(name === 'button');
  row.addFlag(name === 'a' || linkWords === words);
  row.addFlag(name === 'dt' || name === 'dd');
  row.addFlag(name === 'pre');
  row.addFlag(name === 'figcaption');
  row.addFlag(name === 'label');
  row.addFlag(name === 'div' || name === 'span');
  row.add(container.endBlock - container.firstBlock);
  row.add(container.depth);
}

function addSurroundings(row: FeatureRow, s: Surroundings): void {
  row.addFlag(s.hasTitle);
  for (let bit = 0; bit < regionNames.length; bit++) row.add((s.regions >> bit) & 1);
  row.add(s.itemprop);
  row.add(s.hidden);
  row.add(s.clutter);
  row.add(s.peripheral);
  row.add(s.related);
  row.add(s.comments);
  row.add(s.body);
  row.add(s.label0);
  row.add(s.label1);
  row.add(s.label2);
  row.add(s.labelSum);
  row.add(s.labelMin);
  row.add(s.labelMax);
}

function addContainers(row: FeatureRow, { container }: Block, s: Surroundings, root: Container): void {
  const { parent } = container;
  const total = Math.max(1, root.words);
  row.add(container.words);
  row.add(density(container));
  row.add(parent?.words ?? 0);
  row.add(density(parent));
  row.add(parent?.parent?.words ?? 0);
  row.add(density(parent?.parent));
  row.add((s.part5?.words ?? 0) / total);
  row.add(density(s.part5));
  row.add(s.part5Label);
  row.add((s.part5?.firstBlock ?? 0) / root.endBlock);
  row.add((s.part20?.words ?? 0) / total);
  row.add(density(s.part20));
  row.add(s.part20Label);
  row.add((s.part50?.words ?? 0) / total);
  row.add(density(s.part50));
  row.add(s.part50Label);
  addRepeated(row, s.repeated, total);
  addRepeated(row, s.outerRepeated, total);
}

function addRepeated(row: FeatureRow, repeated: Container | undefined, total: number): void {
  row.add(repeated?.alike ?? 0);
  row.add((repeated?.alikeWords ?? 0) / total);
  row.add(repeated ? repeated.alikeWords / repeated.alike : 0);
  row.add(density(repeated));
}

function addNeighbor(row: FeatureRow, neighbor: Block | undefined, { container }: Block): void {
  row.add(neighbor?.words ?? 0);
  row.add(density(neighbor));
  row.addFlag(neighbor !== undefined && isHeading(neighbor.container.element.name));
  row.addFlag(neighbor?.container.parent === container.parent);
}

/** Words, and words in links, up to each block, for sums over neighbors. */
class WordSums {
  private readonly words: Float64Array;
  private readonly links: Float64Array;

  constructor(private readonly blocks: readonly Block[]) {
    this.words = new Float64Array(blocks.length + 1);
    this.links = new Float64Array(blocks.length + 1);
    for (let at = 0; at < blocks.length; at++) {
      const { words, linkWords } = blocks[at] as Block;
      this.words[at + 1] = (this.words[at] as number) + words;
      this.links[at + 1] = (this.links[at] as number) + linkWords;
    }
  }

  before(at: number): number {
    return this.words[at] as number;
  }

  /** Of the block at `at` and so many before and after it. */
  addNear(row: FeatureRow, at: number, span: number): void {
    const from = Math.max(0, at - span);
    const to = Math.min(this.blocks.length, at + span + 1);
    const near = (this.words[to] as number) - (this.words[from] as number);
    row.add(near);
    row.add(((this.links[to] as number) - (this.links[from] as number)) / Math.max(1, near));
  }
}

/**
 * Calls `use` with the features of each block, in the order of `featureNames`. The row is the same array each time.
 */
export function forEachBlock(
  { root, blocks }: PageBlocks,
  facts: PageFacts,
  pageFeatures: readonly number[],
  weights: WordWeights,
  use: (row: Float32Array, at: number) => void,
): void {
  const row = new FeatureRow(pageFeatures);
  const title = blocks.findIndex(({ container }) => container.element.name === 'h1');
  const surroundings = new SurroundingsReader(root, weights.labels, title);
  const declared = declaredWordsOf(facts);
  const repeats = countRepeats(blocks);
  const sums = new WordSums(blocks);
  const { length: count } = blocks;
  let heading = -1;
  let headingDepth = 0;
  let headingWeight = 0;
  for (let at = 0; at < count; at++) {
    const block = blocks[at] as Block;
    const s = surroundings.around(block.container);
    const weight = textWeightOf(block.text, weights.texts, declared);
    row.begin();
    addText(row, block, weight);
    row.add(repeats[at] as number);
    addElement(row, block);
    row.add(at / count);
    row.add(sums.before(at) / Math.max(1, root.words));
    row.add(count - at);
    row.add(heading < 0 ? -1 : at - heading);
    row.add(headingWeight);
    row.add(headingDepth);
    row.add(title < 0 ? 0 : at - title);
    row.addFlag(title >= 0 && at > title);
    addSurroundings(row, s);
    addContainers(row, block, s, root);
    addNeighbor(row, blocks[at - 1], block);
    addNeighbor(row, blocks[at + 1], block);
    for (const span of neighborhoods) sums.addNear(row, at, span);
    use(row.values, at);
    const level = headingLevel(block.container.element.name);
    if (level > 0) {
      heading = at;
      headingDepth = level;
      headingWeight = weight.mean;
    }
  }
}
