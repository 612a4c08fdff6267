import type { Browser } from 'puppeteer';
import { Failure } from '../../contracts/failures.ts';
import { chromiumEnvironment } from './chromiumEnvironment.ts';
import { createChromiumProfile } from './chromiumProfile.ts';
import type { ForwardProxy } from './forwardProxy.ts';
import { killProcessTree, processTreeMemoryBytes } from './processTree.ts';

/** One running Chromium. */
export interface Chromium {
  browser: Browser;
  /** Resident memory of all its processes; 0 if the system does not tell. */
  memoryBytes(): Promise<number>;
  /** Kills all its processes and removes its files. May be called again. */
  end(): Promise<void>;
}

export interface ChromiumOptions {
  chromiumPath: string;
  proxy: Pick<ForwardProxy, 'url' | 'trustedSpkiHash'>;
}

const disabledFeatures = [
  // A document that a page has left is gone, also where the page is used again.
  'BackForwardCache',
  // A page that is used again keeps its frame and its compositor, which take a sixth of its CPU to make anew.
  'RenderDocument',
  'ProactivelySwapBrowsingInstance',
];

const launchTimeoutMs = 30_000;

export async function launchChromium(options: ChromiumOptions): Promise<Chromium> {
  // Loaded with the first browser: a worker that never needs one saves 30 MB.
  const { default: puppeteer } = await import('puppeteer');
  const profile = await createChromiumProfile();
  const browser = await puppeteer
    .launch({
      executablePath: options.chromiumPath,
      args: flags(options),
      userDataDir: profile.userDataDir,
      env: chromiumEnvironment(profile.temporaryDir),
      headless: true,
      // A pipe closes with its owner, so a killed worker leaves no browser behind. A page could connect to a port.
      pipe: true,
      // Every page has a context of its own, so there is no first one to open and to wait for.
      ignoreDefaultArgs: ['about:blank'],
      waitForInitialPage: false,
      timeout: launchTimeoutMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    .catch(async (error: unknown) => {
      await profile.remove();
      throw new Failure('DependencyDown', 'The browser could not be started.', { cause: error });
    });

  const child = browser.process();
  const pid = child?.pid ?? 0;
  const exited = new Promise<void>((resolve) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  let ending: Promise<void> | undefined;
  async function end(): Promise<void> {
    if (pid > 0) await killProcessTree(pid);
    await exited;
    await profile.remove();
  }
  return { browser, memoryBytes: () => processTreeMemoryBytes(pid), end: () => (ending ??= end()) };
}

function flags({ proxy }: ChromiumOptions): string[] {
  return [
    `--proxy-server=${proxy.url}`,
    // By default Chromium bypasses its proxy for loopback addresses.
    '--proxy-bypass-list=<-loopback>',
    // WebRTC would send UDP past the proxy. Headless Chromium reads the first flag, other builds the second.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--disable-gpu',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--no-startup-window',
    `--disable-features=${disabledFeatures.join()}`,
    '--no-pings',
    '--mute-audio',
    '--hide-scrollbars',
    ...(proxy.trustedSpkiHash === undefined ? [] : [`--ignore-certificate-errors-spki-list=${proxy.trustedSpkiHash}`]),
    // Chromium's sandbox does not work for root on Linux.
    ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}
