/** nginx with our edge template in front of a gateway. */
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

/** Undefined, with a warning that says why, when nginx can be neither found nor installed. */
export async function findNginx(): Promise<string | undefined> {
  try {
    return (await provisionBinaries(['nginx'], { terminal: silentTerminal, env: process.env })).nginx;
  } catch (cause) {
    console.warn(`The edge is not tested: ${cause instanceof Error ? cause.message : cause}`);
    return undefined;
  }
}

export type Edge = Awaited<ReturnType<typeof openEdge>>;

/** In front of the stack's own gateway, or of the one at `upstreams`. */
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
    countsFolder: env['EDGE_COUNTS_FOLDER'],
  });
  const log = () => readFileSync(join(home.logs, 'edge.log'), 'utf8');
  return {
    api: `http://127.0.0.1:${api}`,
    images: `http://127.0.0.1:${images}`,
    /** The cache status that nginx logged for each of these request ids, such as HIT or MISS. */
    async cacheStatuses(requestIds: readonly string[]): Promise<string[]> {
      const found = () => requestIds.map((id) => new RegExp(`"requestId":"${id}".*"cache":"(\\w*)"`).exec(log())?.[1]);
      await eventually('the requests are logged', () => found().every((status) => status !== undefined));
      return found().map((status) => status ?? '');
    },
    /** The file in which nginx keeps a rendition, by the cache key that the gateway gave it. */
    cacheFile(rendition: string): string {
      const name = createHash('md5').update(rendition).digest('hex');
      return join(folder, 'renditions', name.slice(-1), name.slice(-3, -1), name);
    },
    hasCached(rendition: string): boolean {
      return existsSync(this.cacheFile(rendition));
    },
    pid: () => edgeProcess.pid,
    stop: () => edgeProcess.stop(),
  };
}

/** An id by which a request is found in the edge's log. */
export function newRequestId() {
  return `test-${randomUUID()}`;
}
