import { element, escapeText, table } from '../html.ts';
import { paragraph, type Block as Written, writeBlocks } from '../lists.ts';
import type { Block, TextBlock } from './blocks.ts';
import { median } from './geometry.ts';
import type { Hyphens } from './hyphens.ts';
import { linesToHtml } from './inline.ts';
import { toLines } from './lines.ts';
import type { Table } from './ruledTables.ts';
import { type Line, textOf } from './text.ts';

const listMarker =
  /^(?:<(?:strong|em)>)*(?:[•‣◦▪▫●○■□➢➤✓✔❖·\uf0b7\uf0a7]\s*|[–—*o-]\s+|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s+)/i;

function tableHtml({ rows }: Table, hyphens: Hyphens): string {
  const cells = rows.map((row) =>
    row.map(({ segments, colspan, rowspan }) => ({
      html: linesToHtml(toLines(segments), hyphens),
      colspan,
      rowspan,
    })),
  );
  return table(cells);
}

/** Monospaced text keeps its indentation and its spaces. */
function codeHtml({ lines }: TextBlock): string {
  const left = Math.min(...lines.map((line) => line.left));
  const text = lines.map((line) => {
    const runs = line.segments.flatMap(({ runs }) => runs);
    const width = median(runs.map((run) => (run.right - run.left) / Math.max(run.text.length, 1)));
    let written = '';
    for (const segment of line.segments) {
      const column = width > 0 ? Math.min(Math.round((segment.left - left) / width), 200) : 0;
      written = written.padEnd(Math.max(column, written ? written.length + 1 : 0)) + textOf(segment.runs);
    }
    return written;
  });
  return element('pre', element('code', escapeText(text.join('\n'))));
}

/** How deep items are nested, by the indents of the items above. */
function createLevels(): { levelOf(indent: number, size: number): number; end(): void } {
  let indents: number[] = [];
  return {
    levelOf(indent, size) {
      indents = indents.filter((each) => each < indent - 0.6 * size);
      indents.push(indent);
      return indents.length - 1;
    },
    end() {
      indents = [];
    },
  };
}

/** The HTML of the whole document. */
export function blocksToHtml(blocks: readonly Block[], levels: ReadonlyMap<Block, number>, hyphens: Hyphens): string {
  const items = createLevels();
  const width = columnWidth(blocks);
  const written = blocks.map((block): Written => {
    const level = levels.get(block);
    if (block.kind === 'item' && level === undefined) {
      const html = linesToHtml(block.lines, hyphens);
      const marker = listMarker.exec(html)?.[0] ?? '';
      const tags = marker.match(/<\w+>/g)?.join('') ?? '';
      return {
        html: tags + html.slice(marker.length),
        level: items.levelOf(block.indent, block.size),
        isNumbered: block.isNumbered,
      };
    }
    items.end();
    if (block.kind === 'table') return { html: tableHtml(block.table, hyphens) };
    if (level !== undefined)
      return { html: element(`h${level}`, linesToHtml(block.lines, hyphens, { isPlain: true })) };
    if (block.kind === 'code' && block.lines.length > 1) return { html: codeHtml(block) };
    return { html: paragraph(linesToHtml(block.lines, hyphens, { columnWidth: width })) };
  });
  return writeBlocks(written);
}

function columnWidth(blocks: readonly Block[]): number {
  const lines: Line[] = blocks.flatMap((block) => (block.kind === 'paragraph' ? block.lines : []));
  const widths = lines.map((line) => line.right - line.left).toSorted((a, b) => a - b);
  return widths[Math.floor(widths.length * 0.8)] ?? 0;
}
