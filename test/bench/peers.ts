/** Other programs to compare with, installed from the npm registry into the per-user cache on first use. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCache } from '../../deploy/local/provision/cache.ts';
import { runCommand } from '../../deploy/local/provision/command.ts';

/** A new version may be faster; changing it is a decision. Puppeteer and turndown are those of this project. */
export const peerVersions = {
  '@crawlee/cheerio': '3.18.1',
  '@crawlee/puppeteer': '3.18.1',
  puppeteer: '24.43.1',
  turndown: '7.2.5',
} as const;
const installTimeoutMs = 300_000;
const requiredBytes = 300e6;

/** Returns the folder whose `node_modules` has them. */
export async function providePeers(): Promise<string> {
  const cache = openCache(process.env);
  const folder = join(cache.folder, `bench-${Object.values(peerVersions).join('-')}`);
  async function install(): Promise<string> {
    if (existsSync(folder)) return folder;
    cache.requireDiskSpace(requiredBytes, 'the programs to compare with');
    console.log('Installing the programs to compare with from the npm registry.');
    return cache.withScratchFolder(async (scratch) => {
      writeFileSync(join(scratch, 'package.json'), JSON.stringify({ private: true, dependencies: peerVersions }));
      // Puppeteer would download a browser; the comparison is with the same one.
      const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' };
      const args = ['install', '--prefix', scratch, '--no-audit', '--no-fund', '--no-package-lock'];
      await runCommand('npm', args, { timeoutMs: installTimeoutMs, env });
      return cache.moveIntoPlace(scratch, folder);
    });
  }
  return cache.withLock('bench-peers', install, { onWait: () => {}, signal: undefined });
}
