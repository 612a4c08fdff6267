import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServers } from '../../deploy/local/servers/start.ts';
import { startServices } from '../../deploy/local/services/start.ts';

export const benchKeys = { secret: 'sr_benchbenchbenchbench', publishable: 'pk_benchbenchbenchbench' };

/** A process beside this one, so that it takes no time from what is measured; gives what it says first. */
export async function beside(file: string, args: string[] = []) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: ['--import', 'tsx'] });
  const said = await new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve).once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return { said, child, stop: () => child.kill() };
}

/** The whole stack for one bench, gone afterwards. */
export async function withStack<T>(
  extra: Record<string, string>,
  bench: (stack: {
    env: Record<string, string>;
    api: string;
    images: string;
    workers: readonly (number | undefined)[];
    gateway: number | undefined;
    home: string;
  }) => Promise<T>,
  { workers = [['flow'], ['fetch'], ['image']], chromium = false }: { workers?: string[][]; chromium?: boolean } = {},
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'sightread-bench-'));
  const servers = await startServers({ home, ports: 'free', chromium, quiet: true });
  const env = {
    ...servers.env,
    BOOTSTRAP_SECRET_KEY: benchKeys.secret,
    BOOTSTRAP_PUBLISHABLE_KEY: benchKeys.publishable,
    EGRESS_ALLOW: '127.0.0.1/32',
    FAVICON_SERVICES: 'none',
    ...extra,
  };
  try {
    const services = await startServices({ env, quiet: true, workers });
    try {
      return await bench({
        env,
        api: `http://127.0.0.1:${servers.ports.PORT}`,
        images: `http://127.0.0.1:${servers.ports.IMAGE_PORT}`,
        workers: services.workers.map(({ pid }) => pid),
        gateway: services.gateway.pid,
        home,
      });
    } finally {
      await services.stop();
    }
  } finally {
    await servers.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

export function residentMb(pid: number) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
