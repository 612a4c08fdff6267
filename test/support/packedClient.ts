/** The client's package as it would be published, installed in a folder that has nothing else. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PackedClient {
  folder: string;
  remove(): void;
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** With other packages beside it, it is no longer installed without a registry. */
export function installPackedClient(others: readonly string[] = []): PackedClient {
  const folder = mkdtempSync(join(tmpdir(), 'sightread-client-package-'));
  const [packed]: { filename: string }[] = JSON.parse(
    npm(['pack', '--json', '--workspace', '@sightread/client', '--pack-destination', folder], '.'),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module', private: true }));
  const offline = others.length === 0 ? ['--offline'] : [];
  npm(['install', ...offline, '--no-audit', '--no-fund', `./${packed?.filename}`, ...others], folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
