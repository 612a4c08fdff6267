import { isRecord } from '../../contracts/json/isRecord.ts';
import type { ValueEvidence } from '../../contracts/results/extract.ts';
import { readDocument } from '../pages/document.ts';
import { parseLenientJson } from '../pages/lenientJson.ts';
import { following, type PageElement } from '../pages/tree/nodes.ts';
import { plainText } from './declared/text.ts';

/** A piece of what a page says. */
export interface PagePart {
  text: string;
  source: ValueEvidence['source'];
  path?: string;
}

/** Attributes whose values count as being on the page. */
const readAttributes = [
  'content',
  'alt',
  'title',
  'href',
  'src',
  'value',
  'datetime',
  'aria-label',
  'label',
  'placeholder',
  'cite',
  'data-src',
  'lang',
];

/** Everything that a page says, in its order: its address, its texts, its JSON, and what attributes say. */
export function readPageParts(html: string, url: string): PagePart[] {
  const parts: PagePart[] = [{ text: url, source: 'url', path: 'url' }];
  const { html: root } = readDocument(html, url);
  for (let node = following(root, root); node; node = following(node, root)) {
    if (node.nodeType === 3) {
      if (!/\S/.test(node.data)) continue;
      const { parent } = node;
      if (parent?.name === 'style') continue;
      if (parent?.name !== 'script') parts.push({ text: node.data, ...placeOfText(parent) });
      else if (/json/i.test(parent.attribs['type'] ?? '')) {
        const source = /ld\+json/i.test(parent.attribs['type'] ?? '') ? 'json-ld' : 'state';
        parts.push(...jsonParts(node.data, source));
      }
    } else
      for (const name of readAttributes) {
        const text = node.attribs[name];
        if (text) parts.push({ text, ...placeOfAttribute(node, name) });
      }
  }
  return parts;
}

/** How far from a text its cell may be. */
const maxCellDistance = 4;

function placeOfText(parent: PageElement | null): Omit<PagePart, 'text'> {
  if (parent?.name === 'title') return { source: 'meta', path: 'title' };
  for (let at = parent, up = 0; at && up < maxCellDistance; at = at.parent, up++) {
    const declared = placeByMarkup(at);
    if (declared) return declared;
    if (at.name === 'td' || at.name === 'th') return { source: 'table' };
  }
  return { source: 'text' };
}

function placeByMarkup({ attribs }: PageElement): Omit<PagePart, 'text'> | undefined {
  if (attribs['itemprop']) return { source: 'microdata', path: attribs['itemprop'] };
  return attribs['property'] ? { source: 'rdfa', path: attribs['property'] } : undefined;
}

function placeOfAttribute(element: PageElement, attribute: string): Omit<PagePart, 'text'> {
  const { name, attribs } = element;
  if (name === 'html') return { source: 'meta', path: attribute };
  const key = attribs['name'] ?? attribs['property'];
  if (name === 'meta' && key && attribs['itemprop'] === undefined) return { source: 'meta', path: key };
  if (name === 'link' && attribs['rel'] && attribs['itemprop'] === undefined)
    return { source: 'meta', path: attribs['rel'] };
  return placeByMarkup(element) ?? { source: 'text', path: attribute };
}

/** Of more values, the rest is read as one text. */
const maxJsonValues = 100_000;
const maxJsonDepth = 40;

/** The texts and numbers of JSON, each with the names that lead to it: `Product.offers.price`. */
function jsonParts(json: string, source: PagePart['source']): PagePart[] {
  const parts: PagePart[] = [];
  let isWhole = true;
  function visit(value: unknown, path: string, depth: number): void {
    if (parts.length >= maxJsonValues || depth > maxJsonDepth) isWhole = false;
    else if (typeof value === 'string' || typeof value === 'number') {
      const text = plainText(String(value));
      if (text) parts.push({ text, source, path });
    } else if (Array.isArray(value)) for (const each of value) visit(each, path, depth + 1);
    else if (isRecord(value)) {
      const type = typeof value['@type'] === 'string' && !path ? value['@type'] : path;
      for (const [name, each] of Object.entries(value))
        visit(each, name.startsWith('@') ? type : [type, name].filter(Boolean).join('.'), depth + 1);
    }
  }
  const parsed = parseLenientJson(json);
  if (parsed !== undefined) visit(parsed, '', 0);
  return parsed === undefined || !isWhole ? [...parts, { text: unescapeJson(json), source }] : parts;
}

/** The text of JSON with its escapes decoded: `"caf\u00e9"` → `"café"`. */
function unescapeJson(source: string): string {
  return plainText(
    source
      .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\[nrt]/g, ' ')
      .replace(/\\(.)/g, '$1'),
  );
}
