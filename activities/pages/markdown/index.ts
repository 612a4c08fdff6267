import type { PageElement } from '../tree/nodes.ts';
import { compose } from './compose.ts';
import { createMarkdownConverter } from './converter.ts';
import { type Footnotes, noFootnotes } from './footnotes.ts';
import type { RenderCell } from './table.ts';

/** GitHub-flavoured markdown of an element's content. */
export function toMarkdown(content: PageElement, footnotes: Footnotes = noFootnotes): string {
  const convert = createMarkdownConverter();
  function write(element: PageElement, inside: Footnotes, flat: boolean): string {
    const parts: string[] = [];
    compose(element, { footnotes: inside, renderCell, flat, emit: (blocks) => parts.push(convert(blocks)) });
    return parts.join('\n\n');
  }
  const renderCell: RenderCell = (cell, { references, backlinks }) =>
    // A note is skipped where it stands; here its text is what is asked for.
    write(cell, { references, backlinks, notes: noFootnotes.notes, inOrder: [] }, true)
      .replace(/\\?\n\s*/g, '\n')
      .trim();
  return write(content, footnotes, false).trim();
}
