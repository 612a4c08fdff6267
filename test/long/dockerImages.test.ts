import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Servers, startServers } from '../../deploy/local/servers/start.ts';
import { projectRoot, read } from '../deploy/manifests.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/processes.ts';
import { startSite } from '../support/site/server.ts';

/**
 * What the Dockerfile would put into the images, put into a folder: exactly the files that it copies and the packages
 * without those for development. There is no container engine in it, but a file or a package that is missing is missing
 * here too.
 */
const timeout = 240_000;
const folder = mkdtempSync(join(tmpdir(), 'sightread-image-'));
const app = join(folder, 'app');
const dockerfile = read('deploy/docker/Dockerfile');
const key = 'sr_0000000000000000imageimageim';
let servers: Servers | undefined;
let site: Awaited<ReturnType<typeof startSite>> | undefined;
let env: Record<string, string | undefined>;
const running: ChildProcess[] = [];

/** `COPY a b ./to` of the stages before the last ones. */
const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].map(([, words = '']) => {
  const names = words.split(/\s+/);
  const to = names.pop() ?? '';
  return { from: names, to };
});

function copyFiles() {
  for (const { from, to } of copies) {
    for (const name of from) {
      const target = to.endsWith('/') ? join(app, to, basename(name)) : join(app, to);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(projectRoot, name), target, { recursive: true });
    }
  }
}

/** As `npm install --omit=dev` leaves them, without the network: those of the lock file that are not for development. */
function copyPackages() {
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(read('package-lock.json'));
  const wanted = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev && existsSync(join(projectRoot, path)))
    .map(([path]) => path)
    .filter((path, _, all) => !all.some((other) => path.startsWith(`${other}/node_modules/`)));
  const copy = (how: string) => execFileSync('cp', [how, '--parents', ...wanted, app], { cwd: projectRoot });
  try {
    copy('-al');
  } catch {
    // The temporary folder is on another disk.
    copy('-a');
  }
  // Packages for development inside of packages that are not.
  for (const [path, { dev }] of Object.entries(lock.packages))
    if (dev) rmSync(join(app, path), { recursive: true, force: true });
}

function instruction(target: string, name: string): string {
  const stage = dockerfile.split(/^FROM /m).find((each) => each.split('\n')[0]?.endsWith(` AS ${target}`)) ?? '';
  return stage.match(new RegExp(`^${name} (.+)$`, 'm'))?.[1] ?? '';
}

/** Runs what a target's CMD says, in the folder, as somebody who is not root. */
function start(target: string, more: Record<string, string>): ChildProcess {
  const [command = '', ...args]: string[] = JSON.parse(instruction(target, 'CMD'));
  const [uid = ''] = instruction(target, 'USER').split(':');
  const user = process.getuid?.() === 0 ? ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'] : [];
  const [first = '', ...rest] = [...user, command === 'node' ? process.execPath : command, ...args];
  const child = spawn(first, rest, { cwd: app, env: { ...env, ...more }, stdio: ['ignore', 'ignore', 'inherit'] });
  running.push(child);
  return child;
}

beforeAll(async () => {
  chmodSync(folder, 0o755);
  copyFiles();
  copyPackages();
  site = await startSite();
  servers = await startServers({ home: join(folder, 'home'), ports: 'free', chromium: true, quiet: true });
  const [tmp, PORT, IMAGE_PORT] = [join(folder, 'tmp'), await freePort(), await freePort()];
  mkdirSync(tmp);
  chmodSync(tmp, 0o1777);
  env = {
    PATH: process.env['PATH'],
    ...servers.env,
    NODE_ENV: 'production',
    HOME: tmp,
    TMPDIR: tmp,
    PORT,
    IMAGE_PORT,
    WORKFLOW_BUNDLE: join(app, 'workflow-bundle.js'),
    BOOTSTRAP_SECRET_KEY: key,
    EGRESS_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'error',
  };
}, timeout);
afterAll(async () => {
  await Promise.all(
    running.map(async (child) => {
      const gone = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGTERM');
      await gone;
    }),
  );
  await servers?.stop();
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
}, timeout);

describe('the images', () => {
  it('are built from files that reach the builder', () => {
    const letThrough = read('.dockerignore').split('\n');
    for (const name of copies.flatMap(({ from }) => from)) {
      expect(existsSync(join(projectRoot, name))).toBe(true);
      expect(letThrough).toContain(`!${name.split('/')[0]}`);
      expect(letThrough).not.toContain(name);
    }
  });

  it('have what gateway and workers need, run by somebody who is not root, Chromium in its sandbox', {
    timeout,
  }, async () => {
    const [bundle = ''] = dockerfile.match(/^RUN node deploy\/docker\/bundle\.mjs \S+$/m) ?? [];
    execFileSync(process.execPath, bundle.split(' ').slice(2), { cwd: app, env });
    expect(readdirSync(app)).toContain('workflow-bundle.js');

    start('gateway', { METRICS_PORT: await freePort() });
    start('worker', { METRICS_PORT: await freePort() });
    start('worker-browser', { METRICS_PORT: await freePort() });
    const api = `http://127.0.0.1:${env['PORT']}`;
    const healthy = () =>
      fetch(`${api}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually('the gateway answers', healthy, 120_000);
    execFileSync(process.execPath, ['deploy/docker/healthcheck.mjs'], {
      cwd: app,
      env: { ...env, HEALTH_PORT: 'PORT' },
    });

    for (const engine of ['http', 'browser']) {
      const response = await fetch(`${api}/v1/scrape`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: `${site?.address}/${engine}`, engine, formats: ['markdown'], timeout: 60_000 }),
      });
      expect(await response.json()).toMatchObject({ success: true, data: { metadata: { engine } } });
    }
    const listed = execFileSync(process.execPath, ['deploy/docker/sightread.mjs', 'account', 'list'], {
      cwd: app,
      env,
    });
    expect(String(listed)).toMatch(/^acc_owner\t/);
  });
});
