/** Writes the servers' addresses to the data folder, where the operators' command line (gateway/cli) reads them. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Readable by the owner only, because it contains the keys of the object store. Returns a function that removes it. */
export function writeEnvFile(folder: string, env: Readonly<Record<string, string>>): () => void {
  const path = join(folder, 'env.json');
  const temporary = `${path}.new`;
  writeFileSync(temporary, `${JSON.stringify(env, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, path);
  return () => rmSync(path, { force: true });
}
