import { element, escapeText, link } from '../html.ts';
import type { Hyphens } from './hyphens.ts';
import { type Line, lineText, type Run, runsOf } from './text.ts';

interface Span {
  text: string;
  href: string | undefined;
  isBold: boolean;
  isItalic: boolean;
  isRaised: boolean;
}

/** Whether a line ends where its author ended it, as in an address, and not because the column does. */
function isBroken(before: Line, line: Line, width: number): boolean {
  return before.right - before.left < 0.5 * width && /^[\p{Lu}\p{N}]/u.test(lineText(line));
}

function isRaised(run: Run, line: Line): boolean {
  return run.size < 0.8 * line.size && run.baseline < line.baseline - 0.15 * line.size;
}

/** The text of lines as HTML. With `isPlain` it has no bold and italic words, as in a heading. */
export function linesToHtml(
  lines: readonly Line[],
  hyphens: Hyphens,
  { isPlain = false, columnWidth = 0 } = {},
): string {
  const spans: Span[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const last = spans.at(-1);
    let separator = '';
    if (before && last) {
      if (isBroken(before, line, columnWidth)) separator = '\n';
      else {
        const { dropped, isSpaced } = hyphens.join(last.text, lineText(line));
        last.text = last.text.slice(0, last.text.length - dropped);
        separator = isSpaced ? ' ' : '';
      }
    }
    for (const [at, run] of runsOf(line).entries()) {
      const space = at === 0 ? separator : run.isSpaced ? ' ' : '';
      addSpan(spans, space, run, isRaised(run, line), isPlain);
    }
  }
  return spans
    .map(toHtml)
    .join('')
    .replace(/(?:\s?[.…]){5,}\s*/g, ' … ')
    .trim();
}

function addSpan(spans: Span[], space: string, run: Run, isRaised: boolean, isPlain: boolean): void {
  const style = { href: run.href, isBold: !isPlain && run.isBold, isItalic: !isPlain && run.isItalic, isRaised };
  const last = spans.at(-1);
  const text = run.text.replace(/\s+/g, ' ');
  const isSame =
    last?.href === style.href &&
    last?.isBold === style.isBold &&
    last.isItalic === style.isItalic &&
    last.isRaised === isRaised;
  if (last && isSame) last.text = joinSpaces(last.text, space + text);
  else
    spans.push({
      ...style,
      text: last ? joinSpaces(last.text.slice(-1), space + text).slice(last.text ? 1 : 0) : text,
    });
}

function joinSpaces(before: string, after: string): string {
  return /\s$/.test(before) ? before + after.replace(/^ /, '') : before + after;
}

/** White space stays outside of the elements. */
function toHtml({ text, href, isBold, isItalic, isRaised }: Span): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  let html = escapeText(inner).replace(/\n/g, '<br>');
  if (html === '') return breaks(before);
  if (isItalic) html = element('em', html);
  if (isBold) html = element('strong', html);
  if (isRaised) html = element('sup', html);
  return breaks(before) + link(href, html) + breaks(after);
}

function breaks(space: string): string {
  return space.replace(/\n/g, '<br>');
}
