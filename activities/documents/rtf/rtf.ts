import { Failure } from '../../../contracts/failures.ts';
import type { DocumentContent } from '../content.ts';
import { element, escapeText } from '../html.ts';
import { metadataOf } from '../metadata.ts';
import { codePageOf, symbols } from './characters.ts';
import { type Destination, destinationOf } from './destinations.ts';
import { type RtfToken, rtfTokens } from './tokens.ts';
import { createRtfWriter, type Paragraph } from './writer.ts';

/** What a group changes, and gives back at its end. */
interface State {
  destination: Destination;
  bold: boolean;
  italic: boolean;
  hidden: boolean;
  /** How many characters after `\u` stand for readers that do not know it. */
  fallbackLength: number;
}

/** A link whose end has not come yet. */
interface Field {
  href: string | undefined;
  from: number;
  depth: number;
}

const maxDepth = 1_000;
const plain = { bold: false, italic: false, hidden: false };
const newParagraph: Paragraph = { heading: undefined, marker: undefined, level: 0, inTable: false };

/** Rich Text Format. No kept library reads it, and it is small: braces, control words, text. */
export function readRtf(body: Buffer): DocumentContent {
  const reader = createReader();
  // Every byte is a character here: what is not ASCII is escaped, or belongs to the code page.
  for (const token of rtfTokens(body.toString('latin1'))) reader.take(token);
  const { html, metadata } = reader.end();
  if (html === '') throw new Failure('PageNotText', 'The document has no text in it.');
  return { html, metadata: metadataOf(metadata) };
}

function createReader() {
  const writer = createRtfWriter();
  const texts: Partial<Record<Destination, string>> = {};
  /** The heading level of each paragraph style. */
  const headings = new Map<number, number>();
  const stack: State[] = [];
  const fields: Field[] = [];
  let state: State = { ...plain, destination: 'body', fallbackLength: 1 };
  let paragraph = newParagraph;
  let styleNumber = 0;
  let decoder = new TextDecoder('windows-1252');
  let bytes: number[] = [];
  let skipNext = 0;
  let isStarred = false;

  function write(text: string): void {
    const { destination, bold, italic, hidden } = state;
    if (hidden || text === '' || destination === 'skip') return;
    if (destination !== 'body') {
      texts[destination] = (texts[destination] ?? '') + text;
      return;
    }
    const html = escapeText(text);
    const slanted = italic && text.trim() !== '' ? element('em', html) : html;
    writer.add(bold && text.trim() !== '' ? element('strong', slanted) : slanted);
  }

  function takeText(of: Destination): string {
    const text = texts[of] ?? '';
    delete texts[of];
    return text;
  }

  function open(): void {
    stack.push(state);
    if (stack.length > maxDepth) throw new Failure('PageNotText', 'The document is nested too deeply to be read.');
    state = { ...state };
  }

  function close(): void {
    const { destination: ended } = state;
    const before = stack.pop();
    if (!before) return;
    state = before;
    if (ended === 'style') noteStyle(takeText('style'));
    else if (ended !== before.destination) endDestination(ended);
    const field = fields.at(-1);
    if (field && stack.length < field.depth) endField();
  }

  function endDestination(ended: Destination): void {
    if (ended === 'marker') paragraph = { ...paragraph, marker: takeText('marker').trim() };
    const field = fields.at(-1);
    if (ended === 'instruction' && field) field.href = /HYPERLINK\s+"?([^"\s]+)"?/i.exec(takeText('instruction'))?.[1];
  }

  function endField(): void {
    const field = fields.pop();
    if (field) writer.endLink(field.from, field.href);
  }

  function noteStyle(name: string): void {
    const level = /heading\s*(\d)/i.exec(name)?.[1];
    if (level !== undefined) headings.set(styleNumber, Number(level) - 1);
  }

  function endParagraph(): void {
    writer.endParagraph(paragraph);
    if (!paragraph.inTable) paragraph = { ...paragraph, marker: undefined };
  }

  const controls: Readonly<Record<string, (value: number | undefined) => void>> = {
    ansicpg: (value) => {
      decoder = new TextDecoder(codePageOf(value));
    },
    par: endParagraph,
    sect: endParagraph,
    line: () => {
      if (state.destination === 'body') writer.add('<br>');
    },
    tab: () => write(' '),
    pard: () => {
      paragraph = { ...newParagraph, marker: paragraph.marker };
    },
    plain: () => Object.assign(state, plain),
    b: (value) => {
      state.bold = value !== 0;
    },
    i: (value) => {
      state.italic = value !== 0;
    },
    v: (value) => {
      state.hidden = value !== 0;
    },
    s: (value = 0) => {
      if (state.destination === 'style') styleNumber = value;
      else paragraph = { ...paragraph, heading: headings.get(value) };
    },
    outlinelevel: (value) => {
      if (state.destination !== 'style') paragraph = { ...paragraph, heading: value };
      else if (value !== undefined) headings.set(styleNumber, value);
    },
    ilvl: (value = 0) => {
      paragraph = { ...paragraph, level: Math.max(0, value) };
    },
    intbl: () => {
      paragraph = { ...paragraph, inTable: true };
    },
    cell: writer.endCell,
    row: writer.endRow,
    field: () => void fields.push({ href: undefined, from: writer.position(), depth: stack.length }),
    uc: (value = 1) => {
      state.fallbackLength = value;
    },
    u: (value = 0) => {
      write(String.fromCharCode(value & 0xffff));
      skipNext = state.fallbackLength;
    },
  };

  function control(name: string, value: number | undefined): void {
    if (state.destination !== 'skip') state.destination = destinationOf(name, { isStarred }) ?? state.destination;
    isStarred = name === '*';
    if (Object.hasOwn(controls, name)) controls[name]?.(value);
    else if (Object.hasOwn(symbols, name)) write(symbols[name] ?? '');
  }

  function flushBytes(): void {
    if (bytes.length === 0) return;
    write(decoder.decode(Uint8Array.from(bytes)));
    bytes = [];
  }

  function take(token: RtfToken): void {
    if (token.type === 'byte') {
      if (skipNext > 0) skipNext -= 1;
      else bytes.push(token.code);
      return;
    }
    flushBytes();
    if (token.type === 'text') {
      const text = token.text.slice(skipNext);
      skipNext = Math.max(0, skipNext - token.text.length);
      write(/[\x80-\xff]/.test(text) ? decoder.decode(Buffer.from(text, 'latin1')) : text);
      return;
    }
    skipNext = 0;
    if (token.type === 'open') open();
    else if (token.type === 'close') close();
    else control(token.name, token.value);
  }

  return {
    take,
    end() {
      flushBytes();
      while (fields.length > 0) endField();
      writer.endParagraph({ ...paragraph, inTable: false });
      writer.endRow();
      const { title, author, subject: description } = texts;
      return { html: writer.html(), metadata: { title, author, description } };
    },
  };
}
