import { printable, type Terminal } from './terminal.ts';

/** Markdown with the colors of a terminal: its text stays as it is. */
export function coloredMarkdown(markdown: string, { style }: Pick<Terminal, 'style'>): string {
  let isCode = false;
  const lines = printable(markdown).split('\n');
  return lines
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) {
        isCode = !isCode;
        return style(line, 'dim');
      }
      if (isCode) return style(line, 'yellow');
      if (/^#{1,6} /.test(line)) return style(line, 'bold');
      if (/^\s*>/.test(line)) return style(line, 'dim');
      return line
        .replace(/^(\s*)([-*+]|\d+\.) /, (_, indent: string, bullet: string) => `${indent}${style(bullet, 'cyan')} `)
        .replace(/`[^`]+`/g, (code) => style(code, 'yellow'))
        .replace(/\*\*[^*]+\*\*/g, (words) => style(words, 'bold'))
        .replace(/\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g, (_, words: string, to: string) => {
          return `${style(words, 'underline')} ${style(`(${to})`, 'dim')}`;
        });
    })
    .join('\n');
}
