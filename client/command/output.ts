import { writeFile } from 'node:fs/promises';
import type { CommandContext, CommandOption } from './command.ts';

export const outputOptions = {
  output: { type: 'string', short: 'o', value: 'FILE', about: 'write to this file' },
  json: { type: 'boolean', about: 'print everything as JSON' },
} as const satisfies Record<string, CommandOption>;

/** Writes a result: into the file of `-o`, or to standard output. */
export async function writeResult({ option, terminal }: CommandContext, content: string | Uint8Array): Promise<void> {
  const path = option('output');
  if (path === undefined)
    return terminal.print(typeof content === 'string' ? content : Buffer.from(content).toString());
  await writeFile(path, typeof content === 'string' && !content.endsWith('\n') ? `${content}\n` : content);
  terminal.note(`Written to ${path}.`);
}

export function asJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
