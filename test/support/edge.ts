/** A real nginx with our template in front of the stack's gateway. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { homeAt } from '../../deploy/local/home.ts';
import { provisionBinaries } from '../../deploy/local/provision/binaries.ts';
import { startEdge } from '../../deploy/local/servers/edge.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';
import { eventually } from './eventually.ts';
import { freePort } from './processes.ts';

/** Undefined, with a word on why, where there is no nginx and none can be had. */
export async function findNginx(): Promise<string | undefined> {
  try {
    return (await provisionBinaries(['nginx'], { terminal: silentTerminal, env: process.env })).nginx;
  } catch (cause) {
    console.warn(`The edge is not tested: ${cause instanceof Error ? cause.message : cause}`);
    return undefined;
  }
}

export type Edge = Awaited<ReturnType<typeof openEdge>>;

/** In front of the stack's own gateway, or of the one at these places. */
export async function openEdge(nginx: string, upstreams?: { api: string; images: string }) {
  const env = inject('env');
  const home = homeAt(env['SIGHTREAD_HOME'] ?? '');
  const folder = mkdtempSync(join(home.folder, 'edge-'));
  const [api, images] = [Number(await freePort()), Number(await freePort())];
  const edgeProcess = await startEdge({
    nginx,
    home,
    terminal: silentTerminal,
    ports: { api, images },
    upstreams: upstreams ?? { api: `127.0.0.1:${env['PORT']}`, images: `127.0.0.1:${env['IMAGE_PORT']}` },
    secret: env['EDGE_SECRET'] ?? '',
    folder,
  });
  const log = () => readFileSync(join(home.logs, 'edge.log'), 'utf8');
  return {
    api: `http://127.0.0.1:${api}`,
    images: `http://127.0.0.1:${images}`,
    /** What nginx says of each of these requests, such as HIT or MISS, by the ids that they were sent with. */
    async cacheStatuses(requestIds: readonly string[]): Promise<string[]> {
      const found = () => requestIds.map((id) => new RegExp(`"requestId":"${id}".*"cache":"(\\w*)"`).exec(log())?.[1]);
      await eventually('the requests are logged', () => found().every((status) => status !== undefined));
      return found().map((status) => status ?? '');
    },
    /** Where it keeps a rendition, under the name that the gateway gave it. */
    cacheFile(rendition: string): string {
      const name = createHash('md5').update(rendition).digest('hex');
      return join(folder, 'renditions', name.slice(-1), name.slice(-3, -1), name);
    },
    hasCached(rendition: string): boolean {
      return existsSync(this.cacheFile(rendition));
    },
    stop: () => edgeProcess.stop(),
  };
}

/** An id to find a request by in the edge's log. */
export function newRequestId() {
  return `test-${randomUUID()}`;
}
