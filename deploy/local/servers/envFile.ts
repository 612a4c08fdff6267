/** Where the servers of a running stack are, left in its data folder for the operators' command line. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Only the owner may read it: it holds the keys of the store. Returns how to take it away again. */
export function writeEnvFile(folder: string, env: Readonly<Record<string, string>>): () => void {
  const path = join(folder, 'env.json');
  const aside = `${path}.new`;
  writeFileSync(aside, `${JSON.stringify(env, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(aside, path);
  return () => rmSync(path, { force: true });
}
