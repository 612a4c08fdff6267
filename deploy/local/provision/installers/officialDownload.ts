/** Runs a maker's own downloader in a process of its own, which can be ended when it takes too long. */
import { fileURLToPath } from 'node:url';
import { runCommand } from '../command.ts';
import type { ProvisionDeps } from '../provisionBinary.ts';

const downloadWithinMs = 5 * 60_000;

/** The downloader's last line is where it put the binary. */
export async function officialDownload(
  which: 'mongod' | 'temporal' | 'chromium',
  ground: ProvisionDeps,
  folder: string,
): Promise<string> {
  const script = fileURLToPath(new URL(`./official/${which}.mjs`, import.meta.url));
  const printed = await runCommand(process.execPath, [script, folder], { timeoutMs: downloadWithinMs, signal: ground.signal });
  const path = printed.trim().split('\n').at(-1);
  if (!path) throw new Error('the download named no file');
  return path;
}
