import { type Cell, element, link, table } from '../html.ts';
import { type Block, writeBlocks } from '../lists.ts';

export interface Paragraph {
  /** Its level as a heading, from 0. */
  heading: number | undefined;
  /** The text of its bullet or number; undefined outside of lists. */
  marker: string | undefined;
  level: number;
  inTable: boolean;
}

const maxHeadingLevel = 6;

/** Collects the text of an RTF file in paragraphs, lists and tables. */
export function createRtfWriter() {
  const blocks: Block[] = [];
  let line: string[] = [];
  let row: Cell[] = [];
  let rows: Cell[][] = [];

  function takeLine(): string {
    // Word begins a new run for each change that nobody sees.
    const html = line.join('').replace(/<\/(strong|em)>(\s*)<\1>/g, '$2');
    line = [];
    return html.trim().replace(/(?:<br>)+$/, '');
  }

  function endTable(): void {
    if (rows.length > 0) blocks.push({ html: table(rows) });
    rows = [];
  }

  function blockOf(html: string, { heading, marker, level }: Paragraph): Block {
    // A heading is bold anyway.
    if (heading !== undefined)
      return { html: element(`h${Math.min(maxHeadingLevel, heading + 1)}`, html.replace(/<\/?strong>/g, '')) };
    if (marker !== undefined) return { html, level, isNumbered: /[\da-z]+[.)]/i.test(marker) };
    return { html: element('p', html) };
  }

  return {
    add: (html: string) => void line.push(html),
    /** The place where a link begins, for `endLink`. */
    position: () => line.length,
    endLink(from: number, href: string | undefined) {
      const html = line.splice(from).join('');
      line.push(link(href !== undefined && /^(?:https?|mailto):/i.test(href) ? href : undefined, html));
    },
    endParagraph(paragraph: Paragraph) {
      if (paragraph.inTable) {
        if (line.length > 0) line.push('<br>');
        return;
      }
      endTable();
      const html = takeLine();
      if (html !== '') blocks.push(blockOf(html, paragraph));
    },
    endCell: () => void row.push({ html: takeLine() }),
    endRow() {
      if (row.length > 0) rows.push(row);
      row = [];
    },
    html() {
      endTable();
      return writeBlocks(blocks);
    },
  };
}
