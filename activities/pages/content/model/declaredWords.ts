import { type JsonLdObject, textUnder } from '../../jsonLd.ts';
import type { PageFacts } from './pageFacts.ts';

/** Words that the page itself names as being about its content. A block that shares them is likelier to be content. */
export interface DeclaredWords {
  title: ReadonlySet<string>;
  /** From the description of the page, and from the text that its JSON-LD has. */
  description: ReadonlySet<string>;
}

const maxTextLength = 5_000;
const textKeys = ['description', 'articleBody', 'text', 'headline', 'name'] as const;

/** Shorter words are in every text. */
function wordsOf(texts: readonly (string | undefined)[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts)
    for (const word of text
      ?.slice(0, maxTextLength)
      .toLowerCase()
      .match(/\p{L}{4,20}/gu) ?? [])
      words.add(word);
  return words;
}

function textsIn(object: JsonLdObject): (string | undefined)[] {
  return textKeys.map((key) => textUnder(object, key));
}

export function declaredWordsOf({ title, description, jsonLd }: PageFacts): DeclaredWords {
  return { title: wordsOf([title]), description: wordsOf([description, ...jsonLd.slice(0, 50).flatMap(textsIn)]) };
}
