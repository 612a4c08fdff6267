/**
 * The browser, best as its headless shell: without a window to draw, a page costs a third of the CPU. Any Chromium
 * does. Unlike the servers it is not a single file, so its download is kept as a folder.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Browser, ChromeReleaseChannel, computeSystemExecutablePath } from '@puppeteer/browsers';
import { UserError, reasonOf } from '../../userError.ts';
import { aptInstall } from '../installers/apt.ts';
import { runCommand } from '../command.ts';
import { officialDownload } from '../installers/officialDownload.ts';
import type { ProvisionDeps, BinarySpec } from '../provisionBinary.ts';

/** The program itself: the script of that name in /usr/bin would stand between it and whoever ends it. */
export const debianHeadlessShell = '/usr/lib/chromium/chromium-headless-shell';
/** Chromium's own sandbox, and fonts: without any, pages render without text. */
const besideIt = ['chromium-sandbox', 'fonts-liberation'];

export const chromiumBinary: BinarySpec = {
  title: 'Chromium',
  manualFix:
    'install Chromium or Chrome (such as `sudo apt-get install chromium-headless-shell`), or set CHROMIUM_PATH to it.',
  candidates: async (ground) => [
    ...(await givenPath(ground)),
    debianHeadlessShell,
    'chrome-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    ...installedChrome(),
    ...downloaded(ground),
  ],
  parseVersion: (printed) => /(?:Chromium|Chrome)\D* (\d+(?:\.\d+)+)/.exec(printed)?.[1],
  installers: [
    {
      title: 'downloading Chrome',
      requiredBytes: 1e9,
      install: async (ground, scratch) =>
        keepDownload(ground, scratch, await officialDownload('chromium', ground, scratch)),
    },
    {
      title: 'installing Debian’s package',
      requiredBytes: 1e9,
      install: async (ground) => {
        await aptInstall(['chromium-headless-shell', ...besideIt], ground);
        return debianHeadlessShell;
      },
    },
    {
      title: 'installing the package of an older Debian',
      requiredBytes: 1e9,
      install: async (ground) => {
        await aptInstall(['chromium', ...besideIt], ground);
        return 'chromium';
      },
    },
  ],
};

/** The one the environment names is used or complained about, never replaced by another in silence. */
async function givenPath({ env, signal }: ProvisionDeps): Promise<string[]> {
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

/** Chrome where its own installer puts it, which on some systems is not on the PATH. */
function installedChrome(): string[] {
  try {
    return [computeSystemExecutablePath({ browser: Browser.CHROME, channel: ChromeReleaseChannel.STABLE })];
  } catch {
    return [];
  }
}

function keptFolder({ cache }: ProvisionDeps) {
  return join(cache.folder, 'chrome');
}
const pointerName = 'executable';

function downloaded(ground: ProvisionDeps): string[] {
  const pointer = join(keptFolder(ground), pointerName);
  return existsSync(pointer) ? [join(keptFolder(ground), readFileSync(pointer, 'utf8'))] : [];
}

function keepDownload(ground: ProvisionDeps, scratch: string, executable: string): string {
  writeFileSync(join(scratch, pointerName), relative(scratch, executable));
  rmSync(keptFolder(ground), { recursive: true, force: true });
  const kept = ground.cache.moveIntoPlace(scratch, keptFolder(ground));
  return join(kept, relative(scratch, executable));
}
