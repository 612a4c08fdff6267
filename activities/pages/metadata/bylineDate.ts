import { parseUrl } from '../../../contracts/parseUrl.ts';
import type { PageDocument } from '../document.ts';
import type { PageElement, PageNode } from '../tree/nodes.ts';
import { plainWords } from './compareTexts.ts';
import { type DateOrder, readDate, writtenDate } from './writtenDate.ts';

export interface FoundDate {
  date: string;
  isUpdate: boolean;
}

const dateLabel = /date|time|publish|posted|byline|meta|stamp|created|ago/i;
const updateWords =
  /updat|modif|edited|revised|last (?:changed|reviewed)|aktualisiert|mis à jour|actualizad|atualizad|aggiornat|bijgewerkt|uppdaterad|opdateret/i;
const otherDates =
  /joined|registered|member since|born|copyright|©|deadline|expires?|due|effective|event|when:|starts?:|ends?:|valid|through|until|accessed|retrieved|location|last (?:post|activity|active|seen|reply)/i;
const maxPieceLength = 160;

/** The date that an element or a text gives, with what is said about it. */
export function dateIn(text: string, context: string, order: DateOrder | undefined): FoundDate | undefined {
  // Nearly every text is ruled out here, at little cost.
  if (text.length < 6 || text.length > maxPieceLength || !/(?:19|20)\d\d/.test(text)) return undefined;
  const [written] = text.match(writtenDate) ?? [];
  if (!written) return undefined;
  // Beside a date there is little else: a time of day, "Published on", the minutes that it takes to read.
  const rest = plainWords(text.replace(written, ' ')).replace(/\d+|\b(?:min|minutes?|read|am|pm|at|on)\b/g, '');
  if (rest.length > 60) return undefined;
  const read = readDate(written, order);
  if (!read || Number(read.date.slice(0, 4)) < 1990 || Date.parse(read.date) > Date.now() + 2 * 86_400_000)
    return undefined;
  const about = `${context} ${text}`;
  return otherDates.test(about) ? undefined : { date: read.date, isUpdate: updateWords.test(about) };
}

export function elementDate(
  { name, attribs }: PageElement,
  before: string,
  order: DateOrder | undefined,
): FoundDate | undefined {
  const exact = attribs['datetime'] ?? attribs['ts'] ?? attribs['created-timestamp'];
  const title = attribs['title'];
  const classes = attribs['class'] ?? '';
  const text =
    exact && /\d{4}/.test(exact)
      ? exact
      : title && (name === 'time' || name === 'abbr' || dateLabel.test(classes))
        ? title
        : undefined;
  return text === undefined ? undefined : dateIn(text, `${before} ${classes} ${attribs['itemprop'] ?? ''}`, order);
}

/** `03/04/2024` is March 4 in the United States, April 3 elsewhere. */
export function dateOrderOf({ html, url }: PageDocument): DateOrder {
  const language = (html.attribs['lang'] ?? '').toLowerCase();
  if (!/^(?:|en|en[-_]us)$/.test(language)) return 'day first';
  return /\.(?:uk|au|nz|ie|in|za|eu)$/.test(parseUrl(url)?.hostname ?? '') ? 'day first' : 'month first';
}

/** The class names of the elements around a text: `post-meta published`. */
export function labelAround({ parent }: PageNode): string {
  return `${parent?.attribs['class'] ?? ''} ${parent?.parent?.attribs['class'] ?? ''}`;
}
