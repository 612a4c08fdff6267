import type { PageElement } from '../tree/nodes.ts';
import { compose } from './compose.ts';
import { createMarkdownConverter } from './converter.ts';
import { type Footnotes, noFootnotes } from './footnotes.ts';
import type { RenderCell } from './table.ts';

/** GitHub-flavoured markdown of an element's content. */
export const toMarkdown = (content: PageElement, footnotes: Footnotes = noFootnotes): string => {
  const convert = createMarkdownConverter();
  const renderCell: RenderCell = (cell, inside) => {
    // A note's own element is skipped where it stands; here it is what is asked for.
    const notes = new Set([...inside.notes].filter((note) => note !== cell));
    const tree = compose(cell, { footnotes: { ...inside, notes, inOrder: [] }, renderCell });
    return convert(tree)
      .replace(/\\?\n\s*/g, '\n')
      .trim();
  };
  return convert(compose(content, { footnotes, renderCell }))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};
