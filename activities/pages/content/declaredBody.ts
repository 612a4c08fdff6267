import { articleObjects, type JsonLdObject, textUnder } from '../jsonLd.ts';
import type { PageElement } from '../tree/nodes.ts';

const sampleLength = 40;
const sampleCount = 12;

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
}

/** Short pieces from all over the declared text, to look for on the page. */
function samplesOf(text: string): string[] {
  const plain = lettersOf(text.replace(/<[^>]{1,500}>/g, ' ').replace(/&[a-z#\d]{1,10};/gi, ' '));
  if (plain.length < sampleLength * 10) return [];
  const step = (plain.length - sampleLength) / (sampleCount - 1);
  return Array.from({ length: sampleCount }, (_, n) =>
    plain.slice(Math.floor(n * step), Math.floor(n * step) + sampleLength),
  );
}

function countFound(element: PageElement, wanted: readonly string[]): number {
  const text = lettersOf(element.textContent);
  return wanted.filter((sample) => text.includes(sample)).length;
}

/**
 * Checks the picked element against the `articleBody` that the page declares in JSON-LD. If most of that text is
 * elsewhere on the page, returns the smallest element that holds it; otherwise undefined.
 */
export function findDeclaredBody(
  body: PageElement,
  picked: PageElement,
  jsonLd: readonly JsonLdObject[],
): PageElement | undefined {
  const declared = articleObjects(jsonLd).map((object) => textUnder(object, 'articleBody') ?? '');
  const wanted = samplesOf(declared.reduce((longest, text) => (text.length > longest.length ? text : longest), ''));
  if (wanted.length === 0 || countFound(picked, wanted) >= wanted.length * 0.5) return undefined;
  const total = countFound(body, wanted);
  if (total < wanted.length * 0.7) return undefined;
  let at = body;
  for (;;) {
    const next = at.children.find((child) => countFound(child, wanted) === total);
    if (!next) return at;
    at = next;
  }
}
