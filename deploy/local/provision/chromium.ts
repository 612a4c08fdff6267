/**
 * The browser, best as its headless shell: without a window to draw, a page costs a third of the CPU. Any Chromium
 * does. Unlike the servers it is not a single file, so its download is kept as a folder.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Browser, ChromeReleaseChannel, computeSystemExecutablePath } from '@puppeteer/browsers';
import { Complaint, reasonOf } from '../userError.ts';
import { aptInstall } from './apt.ts';
import { run } from './command.ts';
import { officialDownload } from './official.ts';
import type { Ground, Recipe } from './recipe.ts';

/** The program itself: the script of that name in /usr/bin would stand between it and whoever ends it. */
export const debianShell = '/usr/lib/chromium/chromium-headless-shell';
/** Chromium's own sandbox, and fonts: without any, pages render without text. */
const besideIt = ['chromium-sandbox', 'fonts-liberation'];

export const chromiumRecipe: Recipe = {
  title: 'Chromium',
  byHand:
    'install Chromium or Chrome (such as `sudo apt-get install chromium-headless-shell`), or set CHROMIUM_PATH to it.',
  candidates: async (ground) => [
    ...(await givenPath(ground)),
    debianShell,
    'chrome-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    ...installedChrome(),
    ...downloaded(ground),
  ],
  accept: (printed) => /(?:Chromium|Chrome)\D* (\d+(?:\.\d+)+)/.exec(printed)?.[1],
  ways: [
    {
      title: 'downloading Chrome',
      needsBytes: 1e9,
      make: async (ground, scratch) =>
        keepDownload(ground, scratch, await officialDownload('chromium', ground, scratch)),
    },
    {
      title: 'installing Debian’s package',
      needsBytes: 1e9,
      make: async (ground) => {
        await aptInstall(['chromium-headless-shell', ...besideIt], ground);
        return debianShell;
      },
    },
    {
      title: 'installing the package of an older Debian',
      needsBytes: 1e9,
      make: async (ground) => {
        await aptInstall(['chromium', ...besideIt], ground);
        return 'chromium';
      },
    },
  ],
};

/** The one the environment names is used or complained about, never replaced by another in silence. */
async function givenPath({ env, signal }: Ground): Promise<string[]> {
  const path = env.CHROMIUM_PATH?.trim();
  if (!path) return [];
  try {
    await run(path, ['--version'], { timeoutMs: 30_000, signal });
  } catch (cause) {
    throw new Complaint(
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

function keptFolder({ cache }: Ground) {
  return join(cache.folder, 'chrome');
}
const pointerName = 'executable';

function downloaded(ground: Ground): string[] {
  const pointer = join(keptFolder(ground), pointerName);
  return existsSync(pointer) ? [join(keptFolder(ground), readFileSync(pointer, 'utf8'))] : [];
}

function keepDownload(ground: Ground, scratch: string, executable: string): string {
  writeFileSync(join(scratch, pointerName), relative(scratch, executable));
  rmSync(keptFolder(ground), { recursive: true, force: true });
  const kept = ground.cache.keep(scratch, keptFolder(ground));
  return join(kept, relative(scratch, executable));
}
