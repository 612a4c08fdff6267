import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Everything that runs in production, and what `npm start` needs. */
const folders = [
  'contracts',
  'client',
  'runtime',
  'storage',
  'workflows',
  'activities',
  'workers',
  'gateway',
  'deploy',
  'docs/guides',
];

/** No process reads these, except for the guides, which the gateway serves; `client/dist` is what is published. */
const notRun = /^(?!docs\/).*\.(md|ya?ml)$|^client\/dist\//;

/**
 * The files of these folders, by their path in the project, in a fixed order.
 * @param {string} root
 * @param {readonly string[]} [of]
 */
export function sourcesOf(root, of = folders) {
  return of
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !notRun.test(file))
    .sort();
}

/**
 * A short name for the content of these files.
 * @param {string} root
 * @param {readonly string[]} files
 */
export function hashOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}
