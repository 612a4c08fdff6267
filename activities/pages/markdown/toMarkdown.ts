import type { PageElement } from '../tree/nodes.ts';
import { compose } from './compose.ts';
import { type Footnotes, noFootnotes } from './footnotes.ts';
import type { CellWriter } from './table.ts';
import { createTurndown } from './turndown.ts';

/** The content of an element as GitHub-flavored Markdown. */
export function toMarkdown(content: PageElement, footnotes: Footnotes = noFootnotes): string {
  const convert = createTurndown();
  function write(element: PageElement, inside: Footnotes, isFlat: boolean): string {
    const parts: string[] = [];
    compose(element, { footnotes: inside, writeCell, isFlat, onBatch: (blocks) => parts.push(convert(blocks)) });
    return parts.join('\n\n');
  }
  const writeCell: CellWriter = (cell, { references, backlinks }) =>
    // Without `notes`, because compose skips a note, and this cell may be one.
    write(cell, { references, backlinks, notes: noFootnotes.notes, ordered: [] }, true)
      .replace(/\\?\n\s*/g, '\n')
      .trim();
  return write(content, footnotes, false).trim();
}
