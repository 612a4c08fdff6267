import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer';
import { Failure } from '../../contracts/failures.ts';
import { chromiumEnvironment } from './chromiumEnvironment.ts';
import { errorCode } from './explain.ts';
import { killTree, treeMemory } from './processTree.ts';
import type { EgressProxy } from './proxy.ts';

/** One running Chromium, and the end of it. */
export interface Chromium {
  browser: Browser;
  /** Resident bytes of all its processes; 0 where that cannot be told. */
  memory(): Promise<number>;
  /** Ends all its processes and removes what it wrote. May be called again. */
  end(): Promise<void>;
}

export interface ChromiumOptions {
  chromiumPath: string;
  proxy: Pick<EgressProxy, 'url' | 'trustedKey'>;
}

const launchTimeoutMs = 30_000;

function flags({ proxy }: ChromiumOptions): string[] {
  return [
    `--proxy-server=${proxy.url}`,
    // Chromium goes around a proxy for loopback unless it is told not to.
    '--proxy-bypass-list=<-loopback>',
    // WebRTC would send datagrams past the proxy. Headless Chromium heeds the first, the other kinds the second.
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
    '--no-pings',
    '--mute-audio',
    '--hide-scrollbars',
    ...(proxy.trustedKey === undefined ? [] : [`--ignore-certificate-errors-spki-list=${proxy.trustedKey}`]),
    // Its sandbox does not work as root there.
    ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}

const profilePrefix = 'sightread-chromium-';

/** Removes what was left by owners that were killed: their browsers ended with them, their files did not. */
async function sweepProfiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(profilePrefix) ? Number(name.slice(profilePrefix.length).split('-')[0]) : 0;
    const path = join(tmpdir(), name);
    if (owner > 0 && (await isLeftover(owner, path))) await rm(path, { recursive: true, force: true });
  }
}

/** In a container that is started again the next owner has the number of the last one. */
async function isLeftover(owner: number, path: string): Promise<boolean> {
  if (owner !== process.pid) return !isRunning(owner);
  const touched = await stat(path).catch(() => undefined);
  return touched !== undefined && touched.mtimeMs < Date.now() - process.uptime() * 1_000;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process.
    return errorCode(error) === 'EPERM';
  }
}

const socketName = '/org.chromium.Chromium.XXXXXX/SingletonSocket';
/** Of every system the least: with a longer path no browser starts. */
const longestSocketPath = 103;

/** Within the profile, so that it goes where that goes; where the path of its socket would be too long, outside. */
export function temporaryFolder(profile: string): string {
  const within = join(profile, 't');
  return within.length + socketName.length <= longestSocketPath ? within : tmpdir();
}

export async function launchChromium(options: ChromiumOptions): Promise<Chromium> {
  await sweepProfiles();
  const userDataDir = await mkdtemp(join(tmpdir(), `${profilePrefix}${process.pid}-`));
  const temporary = temporaryFolder(userDataDir);
  await mkdir(temporary, { recursive: true });
  const remove = (): Promise<void> =>
    rm(userDataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  const browser = await puppeteer
    .launch({
      executablePath: options.chromiumPath,
      args: flags(options),
      userDataDir,
      env: chromiumEnvironment(temporary),
      headless: true,
      // A pipe ends with its owner, so that a killed worker leaves no browser; a port could be asked for by a page.
      pipe: true,
      timeout: launchTimeoutMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    .catch(async (error: unknown) => {
      await remove();
      throw new Failure('DependencyDown', 'the browser could not be started', { cause: error });
    });

  const child = browser.process();
  const pid = child?.pid ?? 0;
  const exited = new Promise<void>((resolve) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  let ending: Promise<void> | undefined;
  async function end(): Promise<void> {
    if (pid > 0) await killTree(pid);
    await exited;
    await remove();
  }
  return { browser, memory: () => treeMemory(pid), end: () => (ending ??= end()) };
}
