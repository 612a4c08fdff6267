import { articleObjects, type JsonLdObject, textUnder } from '../jsonLd.ts';
import { type PageElement, textOf } from '../tree/nodes.ts';

const sampleLength = 40;
const samples = 12;

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
}

/** Places spread over the declared text, to be looked for in the page's. */
function samplesOf(text: string): string[] {
  const plain = bare(text.replace(/<[^>]{1,500}>/g, ' ').replace(/&[a-z#\d]{1,10};/gi, ' '));
  if (plain.length < sampleLength * 10) return [];
  const step = (plain.length - sampleLength) / (samples - 1);
  return Array.from({ length: samples }, (_, n) =>
    plain.slice(Math.floor(n * step), Math.floor(n * step) + sampleLength),
  );
}

function found(element: PageElement, wanted: readonly string[]): number {
  const text = bare(textOf(element));
  return wanted.filter((sample) => text.includes(sample)).length;
}

/**
 * The article body that a page declares as data, as a check on the one that was picked: where most of it is elsewhere on
 * the page, the smallest element that has it all; else nothing.
 */
export function rootOfDeclaredBody(
  body: PageElement,
  picked: PageElement,
  jsonLd: readonly JsonLdObject[],
): PageElement | undefined {
  const declared = articleObjects(jsonLd).map((object) => textUnder(object, 'articleBody') ?? '');
  const wanted = samplesOf(declared.reduce((longest, text) => (text.length > longest.length ? text : longest), ''));
  if (wanted.length === 0 || found(picked, wanted) >= wanted.length * 0.5) return undefined;
  const total = found(body, wanted);
  if (total < wanted.length * 0.7) return undefined;
  let at = body;
  for (;;) {
    const next = at.children.find((child) => found(child, wanted) === total);
    if (!next) return at;
    at = next;
  }
}
