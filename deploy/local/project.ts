import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the project, with a trailing slash. This file may be a compiled one, somewhere below it. */
export const projectRoot = join(folderOf('package-lock.json', import.meta.dirname), '/');

function folderOf(name: string, start: string): string {
  const parent = dirname(start);
  if (existsSync(join(start, name)) || parent === start) return start;
  return folderOf(name, parent);
}
