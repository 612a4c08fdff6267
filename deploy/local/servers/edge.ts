/** The edge (deploy/edge) in front of a stack of this machine: for tests and benches. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../home.ts';
import { createLeash } from '../process/parentDeathSignal.ts';
import { type SupervisedProcess, superviseProcess } from '../process/supervisor.ts';
import { projectRoot } from '../project.ts';
import type { Terminal } from '../terminal.ts';

export interface EdgeOptions {
  readonly nginx: string;
  readonly home: Home;
  readonly terminal: Terminal;
  readonly ports: { readonly api: number; readonly images: number };
  /** Where the gateway is, host:port. */
  readonly upstreams: { readonly api: string; readonly images: string };
  readonly secret: string;
  /** For its configuration and its cache; made where it is not there. */
  readonly folder: string;
}

const readyWithinMs = 30_000;
const graceMs = 5_000;

export function startEdge(options: EdgeOptions): Promise<SupervisedProcess> {
  const { nginx, home, terminal, ports, upstreams, secret, folder } = options;
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'nginx.conf');
  const template = readFileSync(join(projectRoot, 'deploy/edge/nginx.conf'), 'utf8');
  writeFileSync(
    config,
    filledIn(template, {
      EDGE_FOLDER: folder,
      EDGE_PORT: `127.0.0.1:${ports.api}`,
      EDGE_IMAGE_PORT: `127.0.0.1:${ports.images}`,
      EDGE_API_UPSTREAM: upstreams.api,
      EDGE_IMAGE_UPSTREAM: upstreams.images,
      EDGE_SECRET: secret,
      EDGE_CACHE_SIZE: '1g',
    }),
    { mode: 0o600 },
  );
  // The workers of a root's nginx would be somebody who may not enter the data folder.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const run = createLeash().on(nginx, ['-c', config, '-e', 'stderr', '-g', `${user}daemon off;`]);
  return superviseProcess(
    {
      name: 'edge',
      title: 'The edge',
      ...run,
      env: { PATH: process.env['PATH'] },
      cwd: folder,
      graceMs,
      readyTimeoutMs: readyWithinMs,
      probe: async () => {
        const { status } = await fetch(`http://127.0.0.1:${ports.api}/edge/healthz`);
        if (status !== 204) throw new Error(`it answers ${status}`);
      },
    },
    { home, terminal },
  );
}

/** As `envsubst` does it in the nginx image: only names that are given, so that nginx's own variables stay. */
function filledIn(template: string, values: Readonly<Record<string, string>>) {
  return template.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
