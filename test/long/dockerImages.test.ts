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
 * Runs the product from a folder with exactly the files that the Dockerfile copies and without development packages.
 * This needs no container engine and still finds a file or a package that is missing in the images.
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

/** The `COPY a b ./to` instructions that copy from the repository, not from another stage. */
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

/** Copies the packages that `npm install --omit=dev` would install, without the network. */
function copyPackages() {
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(read('package-lock.json'));
  const wanted = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev && existsSync(join(projectRoot, path)))
    .map(([path]) => path)
    .filter((path, _, all) => !all.some((other) => path.startsWith(`${other}/node_modules/`)));
  const copy = (flags: string) => execFileSync('cp', [flags, '--parents', ...wanted, app], { cwd: projectRoot });
  try {
    copy('-al');
  } catch {
    // Hard links fail when the temporary folder is on another disk.
    copy('-a');
  }
  // Development packages nested inside the others.
  for (const [path, { dev }] of Object.entries(lock.packages))
    if (dev) rmSync(join(app, path), { recursive: true, force: true });
}

function instruction(target: string, name: string): string {
  const stage = dockerfile.split(/^FROM /m).find((each) => each.split('\n')[0]?.endsWith(` AS ${target}`)) ?? '';
  return stage.match(new RegExp(`^${name} (.+)$`, 'm'))?.[1] ?? '';
}

/** Runs the CMD of a target in the folder, as the user of its USER instruction where this process is root. */
function start(target: string, extraEnv: Record<string, string>): ChildProcess {
  const [command = '', ...args]: string[] = JSON.parse(instruction(target, 'CMD'));
  const [uid = ''] = instruction(target, 'USER').split(':');
  const user = process.getuid?.() === 0 ? ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'] : [];
  const [first = '', ...rest] = [...user, command === 'node' ? process.execPath : command, ...args];
  const child = spawn(first, rest, { cwd: app, env: { ...env, ...extraEnv }, stdio: ['ignore', 'ignore', 'inherit'] });
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
    WORKFLOW_BUNDLE: join(app, 'dist/workflow-bundle.js'),
    BOOTSTRAP_SECRET_KEY: key,
    EGRESS_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'error',
  };
}, timeout);
afterAll(async () => {
  await Promise.all(
    running.map(async (child) => {
      const exited = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGTERM');
      await exited;
    }),
  );
  await servers?.stop();
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
}, timeout);

describe('the Docker images', () => {
  it('copy only files that exist and that .dockerignore lets through', () => {
    const ignoreRules = read('.dockerignore').split('\n');
    for (const name of copies.flatMap(({ from }) => from)) {
      expect(existsSync(join(projectRoot, name))).toBe(true);
      expect(ignoreRules).toContain(`!${name.split('/')[0]}`);
      expect(ignoreRules).not.toContain(name);
    }
  });

  it('have everything that the gateway and the workers need without root, and run Chromium in its sandbox', {
    timeout,
  }, async () => {
    const [build = ''] = dockerfile.match(/^RUN node deploy\/docker\/build\.mjs$/m) ?? [];
    execFileSync(process.execPath, build.split(' ').slice(2), { cwd: app, env });
    expect(readdirSync(join(app, 'dist'))).toContain('workflow-bundle.js');

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
