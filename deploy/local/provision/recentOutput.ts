/** What programs have printed, kept for a day: asking all of them for their versions takes half a second of a start. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A library that a program needs can be removed without the program changing. */
const maxAgeMs = 24 * 60 * 60 * 1_000;

/**
 * Returns what this command line printed when it last succeeded, if that was within a day and the program is still the
 * same file; otherwise what `run` returns.
 */
export async function withRecentOutput(
  folder: string,
  commandLine: readonly [path: string, ...args: string[]],
  run: () => Promise<string>,
): Promise<string> {
  const { size, mtimeMs, ino } = statSync(commandLine[0]);
  const key = createHash('sha256').update(JSON.stringify([commandLine, size, mtimeMs, ino]));
  const file = join(folder, key.digest('hex').slice(0, 16));
  const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - since < maxAgeMs) return readFileSync(file, 'utf8');
  const output = await run();
  mkdirSync(folder, { recursive: true });
  // Renamed into place, so that no other start reads half of it.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, output);
  renameSync(temporary, file);
  return output;
}
