import { element } from './html.ts';

export interface Block {
  html: string;
  /** How deep in a list it is, from 0; absent for a block of its own. */
  level?: number;
  isNumbered?: boolean;
}

/** Deeper lists are not indented any further. */
const maxLevel = 8;

/** Writes blocks one after the other, and those with a level as the items of nested lists. */
export function writeBlocks(blocks: readonly Block[]): string {
  const parts: string[] = [];
  const open: string[] = [];
  function closeTo(depth: number): void {
    while (open.length > depth) parts.push(`</li></${open.pop()}>`);
  }
  for (const { html, level, isNumbered = false } of blocks) {
    if (html === '') continue;
    if (level === undefined) {
      closeTo(0);
      parts.push(html);
      continue;
    }
    // A level that is left out, as from 0 to 2, is one step for a reader.
    const depth = Math.min(level, maxLevel, open.length) + 1;
    const name = isNumbered ? 'ol' : 'ul';
    closeTo(depth);
    if (open.length === depth && open[depth - 1] !== name) closeTo(depth - 1);
    if (open.length === depth) parts.push('</li>');
    else {
      open.push(name);
      parts.push(`<${name}>`);
    }
    parts.push(`<li>${html}`);
  }
  closeTo(0);
  return parts.join('');
}

export function paragraph(html: string): string {
  return html.trim() === '' ? '' : element('p', html.trim());
}
