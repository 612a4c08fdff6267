/**
 * Chromium. Its headless shell is preferred, because a page then costs a third of the CPU; any Chromium works. Unlike
 * the servers it is not a single file, so the cache keeps the download as a folder.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Browser, ChromeReleaseChannel, computeSystemExecutablePath } from '@puppeteer/browsers';
import { reasonOf, UserError } from '../../userError.ts';
import type { BinarySpec, ProvisionDeps } from '../binarySpec.ts';
import { runCommand } from '../command.ts';
import { aptInstall } from '../installers/apt.ts';
import { officialDownload } from '../installers/officialDownload.ts';

/** The executable itself: with the wrapper script in /usr/bin, a signal would reach the script instead of Chromium. */
export const debianHeadlessShell = '/usr/lib/chromium/chromium-headless-shell';
/** Chromium's own sandbox, and fonts: without any font, pages are rendered without text. */
const companionPackages = ['chromium-sandbox', 'fonts-liberation'];

export const chromiumBinary: BinarySpec = {
  title: 'Chromium',
  manualFix:
    'install Chromium or Chrome (such as `sudo apt-get install chromium-headless-shell`), or set CHROMIUM_PATH to it.',
  candidates: async (deps) => [
    ...(await configuredPath(deps)),
    debianHeadlessShell,
    'chrome-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    ...installedChrome(),
    ...downloadedChrome(deps),
  ],
  parseVersion: (printed) => /(?:Chromium|Chrome)\D* (\d+(?:\.\d+)+)/.exec(printed)?.[1],
  installers: [
    {
      title: 'downloading Chrome',
      requiredBytes: 1e9,
      install: async (deps, scratch) => keepDownload(deps, scratch, await officialDownload('chromium', deps, scratch)),
    },
    {
      title: 'installing Debian’s package',
      requiredBytes: 1e9,
      install: async (deps) => {
        await aptInstall(['chromium-headless-shell', ...companionPackages], deps);
        return debianHeadlessShell;
      },
    },
    {
      title: 'installing the package of an older Debian',
      requiredBytes: 1e9,
      install: async (deps) => {
        await aptInstall(['chromium', ...companionPackages], deps);
        return 'chromium';
      },
    },
  ],
};

/** A CHROMIUM_PATH that does not work is an error; another Chromium never replaces it silently. */
async function configuredPath({ env, signal }: ProvisionDeps): Promise<string[]> {
  const path = env.CHROMIUM_PATH?.trim();
  if (!path) return [];
  try {
    await runCommand(path, ['--version'], { timeoutMs: 30_000, signal });
  } catch (cause) {
    throw new UserError(
      `CHROMIUM_PATH names a Chromium that does not run (${reasonOf(cause)}): correct it, or unset it to have one found.`,
      { cause },
    );
  }
  return [path];
}

/** Chrome in its installer's default location, which on some systems is not on the PATH. */
function installedChrome(): string[] {
  try {
    return [computeSystemExecutablePath({ browser: Browser.CHROME, channel: ChromeReleaseChannel.STABLE })];
  } catch {
    return [];
  }
}

function downloadFolder({ cache }: ProvisionDeps) {
  return join(cache.folder, 'chrome');
}
/** A file that contains the path of the executable, relative to the folder. */
const pointerName = 'executable';

function downloadedChrome(deps: ProvisionDeps): string[] {
  const pointer = join(downloadFolder(deps), pointerName);
  return existsSync(pointer) ? [join(downloadFolder(deps), readFileSync(pointer, 'utf8'))] : [];
}

function keepDownload(deps: ProvisionDeps, scratch: string, executable: string): string {
  writeFileSync(join(scratch, pointerName), relative(scratch, executable));
  rmSync(downloadFolder(deps), { recursive: true, force: true });
  const folder = deps.cache.moveIntoPlace(scratch, downloadFolder(deps));
  return join(folder, relative(scratch, executable));
}
