import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import {
  type BrowserPool,
  type BrowserPoolOptions,
  createBrowserPool,
} from '../../../activities/egress/browserPool.ts';
import { type BrowserRenderer, createBrowserRenderer } from '../../../activities/egress/browserRenderer.ts';
import { createForwardProxy } from '../../../activities/egress/forwardProxy.ts';
import { createGuard } from '../../../activities/egress/guard.ts';
import type { Resolve } from '../../../activities/egress/resolver.ts';
import type { ProxyServer } from '../../../contracts/egress/proxies.ts';
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

type BrowserSettings = {
  rules?: EgressRules;
  resolve?: Resolve;
  proxies?: readonly ProxyServer[];
} & Partial<BrowserPoolOptions>;

type TestBrowser = BrowserRenderer & { pool: BrowserPool; close(): Promise<void> };

async function start({
  rules = loopback,
  resolve = resolveTestNames,
  proxies = [],
  ...options
}: BrowserSettings): Promise<TestBrowser> {
  const guard = createGuard({ rules, resolve });
  const proxy = await createForwardProxy(guard);
  const throughProxies = new Map(
    await Promise.all(proxies.map(async (each) => [each.name, await createForwardProxy(guard, each)] as const)),
  );
  const all = [proxy, ...throughProxies.values()];
  const trustedSpkiHash = all.flatMap((each) => each.trustedSpkiHash ?? []).join();
  const trusting = { url: proxy.url, ...(trustedSpkiHash !== '' && { trustedSpkiHash }) };
  const pool = createBrowserPool({ chromiumPath, proxy: trusting, concurrency: 4, ...options });
  async function close(): Promise<void> {
    await pool.close();
    await Promise.all(all.map((each) => each.close()));
  }
  return { ...createBrowserRenderer({ rules, pool, proxy, throughProxies }), pool, close };
}

/** Starts a real Chromium behind the guard. It ends with the test. */
export async function browser(setting: BrowserSettings = {}): Promise<TestBrowser> {
  const started = await start(setting);
  onTestFinished(started.close);
  return started;
}

/** Like `browser`, but one for all tests of a `describe`. */
export function sharedBrowser(setting: BrowserSettings = {}): Pick<TestBrowser, 'render' | 'pool'> {
  let started: TestBrowser | undefined;
  beforeAll(async () => {
    started = await start(setting);
  });
  afterAll(() => started?.close());
  function current(): TestBrowser {
    if (started === undefined) throw new Error('the browser has not been started yet');
    return started;
  }
  return {
    render: (request) => current().render(request),
    pool: {
      withPage: (options, use) => current().pool.withPage(options, use),
      memoryBytes: () => current().pool.memoryBytes(),
      close: () => current().pool.close(),
    },
  };
}

/** `private.test` has a private address and `none.test` does not exist; all other names resolve to loopback. */
const resolveTestNames: Resolve = async (hostname) => {
  if (hostname === 'none.test') throw Object.assign(new Error('none'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
  return [{ address: hostname === 'private.test' ? '10.0.0.1' : '127.0.0.1', family: 4 }];
};
