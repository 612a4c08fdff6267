import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type BrowserPool, type BrowserPoolOptions, createBrowserPool } from '../../../activities/egress/browser.ts';
import { createGuard } from '../../../activities/egress/guard.ts';
import { createProxy } from '../../../activities/egress/proxy.ts';
import { createRenderer, type Renderer } from '../../../activities/egress/render.ts';
import type { Resolve } from '../../../activities/egress/resolve.ts';
import type { EgressRules } from '../../../contracts/egress/rules.ts';
import { debianHeadlessShell } from '../../../deploy/local/provision/binaries/chromium.ts';
import { loopback } from './sites.ts';

function onPath(name: string): string | undefined {
  try {
    return execFileSync('which', [name], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

const found = [process.env.CHROMIUM_PATH, debianHeadlessShell, onPath('chromium'), onPath('google-chrome')].find(
  (path) => path !== undefined && existsSync(path),
);
export const chromiumPath = found ?? '';
export const noChromium = found === undefined;

type Setting = { rules?: EgressRules; resolve?: Resolve } & Partial<BrowserPoolOptions>;

type TestBrowser = Renderer & { pool: BrowserPool; close(): Promise<void> };

async function start({ rules = loopback, resolve = names, ...options }: Setting): Promise<TestBrowser> {
  const proxy = await createProxy(createGuard({ rules, resolve }));
  const pool = createBrowserPool({ chromiumPath, proxy, pages: 4, ...options });
  async function close(): Promise<void> {
    await pool.close();
    await proxy.close();
  }
  return { ...createRenderer({ rules, pool, proxy }), pool, close };
}

/** A real Chromium behind the guard; it ends with the test. */
export async function browser(setting: Setting = {}): Promise<TestBrowser> {
  const started = await start(setting);
  onTestFinished(started.close);
  return started;
}

/** One for all tests of a group. */
export function sharedBrowser(setting: Setting = {}): Pick<TestBrowser, 'render' | 'pool'> {
  let started: TestBrowser | undefined;
  beforeAll(async () => {
    started = await start(setting);
  });
  afterAll(() => started?.close());
  function there(): TestBrowser {
    if (started === undefined) throw new Error('the browser is not there yet');
    return started;
  }
  return {
    render: (request) => there().render(request),
    pool: {
      withPage: (options, use) => there().pool.withPage(options, use),
      memory: () => there().pool.memory(),
      close: () => there().pool.close(),
    },
  };
}

/** `private.test` and `none.test` are what they say; all other names are on loopback. */
const names: Resolve = async (hostname) => {
  if (hostname === 'none.test') throw Object.assign(new Error('none'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
  return [{ address: hostname === 'private.test' ? '10.0.0.1' : '127.0.0.1', family: 4 }];
};
