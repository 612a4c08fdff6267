import { parseUrl } from '../../../contracts/parseUrl.ts';
import type { PageDocument } from '../document.ts';
import type { PageElement } from '../tree/nodes.ts';
import { authorAt, authorInText, type FoundAuthor, mayBeMarked, weightAt } from './bylineAuthor.ts';
import { dateIn, dateOrderOf, elementDate, type FoundDate, labelAround } from './bylineDate.ts';
import { isNamePrefix } from './personName.ts';
import { readableNodes, tidyText } from './readableNodes.ts';

/** Who wrote the text and when, as the reader sees it beside the heading. */
export interface Byline {
  author: FoundAuthor | undefined;
  published: string | undefined;
  modified: string | undefined;
}

/** How far from the heading, in characters of text, a byline may be. */
const maxBefore = 600;
const maxAfter = 3_000;
const maxLabelLength = 40;
const maxLabeledLength = 160;
const publishedLabel =
  /^(?:(?:first |originally )?(?:published|posted|written|created)|date|pub(?:lication|lish)? date)\b[\s\w]{0,12}:?$/i;

function hostOf(url: string): string {
  return parseUrl(url)?.hostname.replace(/^www\./, '') ?? '';
}

/** Reads the byline near `heading`; without one, what stands at the beginning of the text. */
export function readByline(document: PageDocument, heading: PageElement | undefined): Byline {
  const { nodes, headingAt } = readableNodes(document.body, heading);
  const order = dateOrderOf(document);
  const host = hostOf(document.url);
  let author: FoundAuthor | undefined;
  const dates: (FoundDate & { distance: number })[] = [];
  let before = '';
  let piece = '';
  for (const { node, offset } of nodes) {
    const place = { distance: offset - headingAt, before, piece, host };
    const isNear = place.distance > -maxBefore && place.distance < maxAfter;
    let date: FoundDate | undefined;
    if (node.nodeType === 1) {
      if (isNear || mayBeMarked(node)) author = better(author, authorAt(node, place));
      if (isNear || publishedLabel.test(piece)) date = elementDate(node, piece, order);
    } else if (isNear || isLabeled(node.data, piece)) {
      const text = tidyText(node.data);
      author = better(author, authorInText(text, place));
      if (/\d{4}/.test(text)) date = dateIn(text, `${before} ${labelAround(node)}`, order);
      before = `${before} ${text}`.slice(-40);
      piece = text;
    } else piece = node.data.length < maxLabelLength ? tidyText(node.data) : '';
    if (!date) continue;
    dates.push({ ...date, distance: place.distance });
    // The words before a date are not about the next one.
    before = '';
  }
  dates.sort((a, b) => weightAt(b.distance) - weightAt(a.distance));
  return {
    author,
    published: dates.find(({ isUpdate }) => !isUpdate)?.date,
    modified: dates.find(({ isUpdate }) => isUpdate)?.date,
  };
}

/** Whether a text far from the heading, or the label before it, says that it is about the page's text. */
function isLabeled(text: string, label: string): boolean {
  return (
    (text.length < maxLabeledLength && publishedLabel.test(label)) ||
    isNamePrefix(label) ||
    /^\s*(?:Published|Posted|Written by|Author:)/.test(text)
  );
}

function better(best: FoundAuthor | undefined, next: FoundAuthor | undefined): FoundAuthor | undefined {
  return next && next.score > 0 && (!best || next.score > best.score) ? next : best;
}
