/** A table of cells that are already escaped. Rows shorter than `width` are filled with empty cells. */
export function pipeTable(header: readonly string[], body: readonly (readonly string[])[], width: number): string {
  const line = (row: readonly string[]) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`;
  return [line(header), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}
