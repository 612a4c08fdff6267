/** Runs a vendor's own downloader (official/) in a child process, so that it can be killed when it takes too long. */
import { fileURLToPath } from 'node:url';
import type { ProvisionDeps } from '../binarySpec.ts';
import { runCommand } from '../command.ts';

const downloadTimeoutMs = 5 * 60_000;

/** Returns the path that the downloader prints on its last line. */
export async function officialDownload(
  which: 'mongod' | 'temporal' | 'chromium',
  deps: ProvisionDeps,
  folder: string,
): Promise<string> {
  const script = fileURLToPath(new URL(`./official/${which}.mjs`, import.meta.url));
  const printed = await runCommand(process.execPath, [script, folder], {
    timeoutMs: downloadTimeoutMs,
    signal: deps.signal,
  });
  const path = printed.trim().split('\n').at(-1);
  if (!path) throw new Error('the downloader printed no path');
  return path;
}
