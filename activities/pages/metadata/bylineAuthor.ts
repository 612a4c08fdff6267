import { labelOf } from '../content/labels.ts';
import { following, type PageElement } from '../tree/nodes.ts';
import { isInAnswer } from './answers.ts';
import { isName, isNamePrefix, nameIn } from './personName.ts';
import { isUnreadable, tidyText } from './readableNodes.ts';
import { writtenDate } from './writtenDate.ts';

export interface FoundAuthor {
  value: string;
  score: number;
}

const writerLabel =
  / (?:authors?|by ?lines?|user ?names?|bigusername|writers?|writtenby|contributors?|posters?|post ?user|creators?|submitters?|display name|attribution|entry author|reviewer name) /;
const notWriterLabel =
  / (?:bio|biography|avatar|image|img|photo|social|date|time|role|title|count|links?|comments?|related) $/;
const writerParts = /auth|byline|user|writer|contribut|poster|creator|submitter|attribution|display/i;
const writerPath =
  /(?:^|\/)(?:(?:authors?|contributors?|writers?|people|profiles?|members?|users?|u|by|columnists?)\/|(?:user|member|profile)-|~)[^/?#]+\/?(?:[?#].*)?$|[?&](?:author=|mode=viewprofile|action=profile)|\/(?:member|profile|user)\.php/i;
const maxPieceLength = 160;

const startedBy =
  /^(?:\p{L}+\s)?(?:started|posted|written|asked|submitted|created|published|story|review|words|text)\s+by:?\s+(.{2,60})$/iu;

/** The texts of an element, in order, without whitespace around them. */
function piecesOf(element: PageElement, max: number): string[] {
  const pieces: string[] = [];
  for (let node = following(element, element); node && pieces.length < max; ) {
    const isSkipped = node.nodeType === 1 && isUnreadable(node);
    if (node.nodeType === 3) {
      const text = tidyText(node.data);
      if (text) pieces.push(text);
    }
    node = following(node, element, !isSkipped);
  }
  return pieces;
}

const conjunction = /^(?:,|and|&|\+|, and|und|et|y|e|og|och|en)$/iu;

/** The name at the beginning of some texts; several names are joined as on the page. */
function nameAtStart(pieces: readonly string[]): string | undefined {
  let at = 0;
  while (at < pieces.length && (isNamePrefix(pieces[at] ?? '') || /^\W$/.test(pieces[at] ?? ''))) at++;
  const first = nameIn(pieces[at] ?? '');
  if (!isName(first)) return undefined;
  let names = first;
  for (; conjunction.test(pieces[at + 1] ?? '') && isName(nameIn(pieces[at + 2] ?? '')); at += 2) {
    const joint = pieces[at + 1] ?? '';
    names += `${joint.startsWith(',') ? '' : ' '}${joint} ${nameIn(pieces[at + 2] ?? '')}`;
  }
  return names;
}

export interface Place {
  /** Characters of text after the heading; negative before it. */
  distance: number;
  /** The end of the text before. */
  before: string;
  /** The last text before, alone. */
  piece: string;
  host: string;
}

/** What is near the heading and after it is more likely to be about the page. */
export function weightAt(distance: number): number {
  return distance < 0 ? -20 + distance / 20 : -distance / 40;
}

/** How sure the markup of an element is that it names the author, from 0 to 100. */
function certaintyOf(element: PageElement, { piece, host }: Place): number {
  const { name, attribs } = element;
  if (/(?:^|\s)(?:author|creator)(?:\s|$)/i.test(attribs['itemprop'] ?? '')) return isInAnswer(element) ? 0 : 100;
  if (/(?:^|\s)author(?:\s|$)/i.test(attribs['rel'] ?? '')) return 92;
  const classes = attribs['class'] ?? attribs['id'];
  if (classes && writerParts.test(classes)) {
    const label = labelOf(element);
    if (writerLabel.test(label) && !notWriterLabel.test(label)) return name === 'a' ? 88 : 84;
  }
  const href = name === 'a' ? (attribs['href'] ?? '') : '';
  if (!writerPath.test(href) || (/^(?:https?:)?\/\//.test(href) && !href.includes(host))) return 0;
  return isNamePrefix(piece) ? 88 : 70;
}

/** The author that this element names, if it names one. */
export function authorAt(element: PageElement, place: Place): FoundAuthor | undefined {
  const { attribs } = element;
  const certainty = certaintyOf(element, place);
  if (certainty === 0) {
    const attribute =
      attribs['data-author'] ?? attribs['data-author-username'] ?? attribs['data-poster-name'] ?? attribs['author'];
    return attribute && isName(attribute) ? { value: attribute, score: 78 + weightAt(place.distance) } : undefined;
  }
  const found = attribs['content'] ?? markedName(element) ?? nameAtStart(piecesOf(element, 8));
  if (!found || !isName(found)) return undefined;
  const weight = weightAt(place.distance);
  return { value: found, score: certainty + (certainty > 90 ? Math.max(weight, -60) : weight) };
}

function markedName(element: PageElement): string | undefined {
  for (let node = following(element, element); node; node = following(node, element))
    if (node.nodeType === 1 && /(?:^|\s)name(?:\s|$)/.test(node.attribs['itemprop'] ?? ''))
      return node.attribs['content'] ?? nameAtStart(piecesOf(node, 3));
  return undefined;
}

/** A text such as `By Ada Lovelace`. */
export function authorInText(text: string, { piece, distance }: Place): FoundAuthor | undefined {
  if (text.length > maxPieceLength) return undefined;
  const [, started] = startedBy.exec(text) ?? [];
  const isAfterPrefix = /\bby\W*$/i.test(piece) && isNamePrefix(piece);
  if (!isAfterPrefix && !started && !/^(?:by|By|BY):?\s+\p{Lu}/u.test(text)) return undefined;
  const name = nameIn((started ?? text).replace(writtenDate, ' ')).replace(/,\s.*$/, '');
  const isCapitalized = /^\p{Lu}/u.test(name);
  return isName(name) && (isCapitalized || started)
    ? { value: name, score: 80 + weightAt(distance) - (isCapitalized ? 0 : 6) }
    : undefined;
}

/** Whether an element far from the heading may name the author: only markup that says so is believed there. */
export function mayBeMarked({ attribs }: PageElement): boolean {
  return (
    attribs['itemprop'] !== undefined || attribs['rel'] !== undefined || (attribs['class']?.includes('author') ?? false)
  );
}
