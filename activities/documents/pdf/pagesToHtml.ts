import { blockText, headingLevels } from './headings.ts';
import { createHyphens } from './hyphens.ts';
import { joinParts } from './joinPages.ts';
import { layOut } from './layout.ts';
import type { OutlineEntry } from './outline.ts';
import type { PageContent } from './readPage.ts';
import { lineText } from './text.ts';
import { blocksToHtml } from './writeHtml.ts';

/** The text of pages as HTML, and their main heading. Undefined if there is no text. */
export function pagesToHtml(
  pages: readonly PageContent[],
  outline: readonly OutlineEntry[] = [],
): { html: string; heading?: string } | undefined {
  const parts = layOut(pages);
  if (parts.length === 0) return undefined;
  const levels = headingLevels(parts.flat(), outline);
  const blocks = joinParts(parts, levels);
  const lines = blocks.flatMap((block) => (block.kind === 'table' ? [] : block.lines.map(lineText)));
  const main = blocks.find((block) => levels.get(block) === 1);
  return {
    html: blocksToHtml(blocks, levels, createHyphens(lines)),
    ...(main && main.kind !== 'table' && { heading: blockText(main) }),
  };
}
