/** Runs the edge (deploy/edge) in front of a local stack, for tests and benchmarks. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../home.ts';
import { createParentDeathSignal } from '../process/parentDeathSignal.ts';
import type { SupervisedProcess } from '../process/spec.ts';
import { superviseProcess } from '../process/supervisor.ts';
import { projectRoot } from '../project.ts';
import type { Terminal } from '../terminal.ts';

export interface EdgeOptions {
  readonly nginx: string;
  readonly home: Home;
  readonly terminal: Terminal;
  readonly ports: { readonly api: number; readonly images: number };
  /** The gateway's addresses, host:port. */
  readonly upstreams: { readonly api: string; readonly images: string };
  readonly secret: string;
  /** For the configuration and the cache; created if it does not exist. */
  readonly folder: string;
  /** Shared with the gateway, if it has one. */
  readonly countsFolder?: string | undefined;
}

const readyTimeoutMs = 30_000;
const graceMs = 5_000;

export function startEdge(options: EdgeOptions): Promise<SupervisedProcess> {
  const { nginx, home, terminal, ports, upstreams, secret, folder, countsFolder = folder } = options;
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'nginx.conf');
  const template = readFileSync(join(projectRoot, 'deploy/edge/nginx.conf'), 'utf8');
  writeFileSync(
    config,
    fillIn(template, {
      EDGE_FOLDER: folder,
      EDGE_COUNTS_FOLDER: countsFolder,
      EDGE_PORT: `127.0.0.1:${ports.api}`,
      EDGE_IMAGE_PORT: `127.0.0.1:${ports.images}`,
      EDGE_API_UPSTREAM: upstreams.api,
      EDGE_IMAGE_UPSTREAM: upstreams.images,
      EDGE_SECRET: secret,
      EDGE_CACHE_SIZE: '1g',
    }),
    { mode: 0o600 },
  );
  // Started by root, nginx runs its workers as another user, who has no access to the data folder.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const args = ['-c', config, '-e', 'stderr', '-g', `${user}daemon off;`];
  const commandLine = createParentDeathSignal()({ command: nginx, args });
  return superviseProcess(
    {
      name: 'edge',
      title: 'The edge',
      ...commandLine,
      env: { PATH: process.env['PATH'] },
      cwd: folder,
      graceMs,
      readyTimeoutMs,
      probe: async () => {
        const { status } = await fetch(`http://127.0.0.1:${ports.api}/edge/healthz`);
        if (status !== 204) throw new Error(`it answers ${status}`);
      },
    },
    { home, terminal },
  );
}

/** Works like `envsubst` in the nginx image: replaces only the given names, so that nginx's own variables stay. */
function fillIn(template: string, values: Readonly<Record<string, string>>) {
  return template.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
