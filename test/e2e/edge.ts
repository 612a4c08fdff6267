/** A real nginx with our template in front of the stack's gateway. */
import { inject } from 'vitest';
import { startEdge } from '../../deploy/local/edge.ts';
import { homeAt } from '../../deploy/local/home.ts';
import { provisionBinaries } from '../../deploy/local/provision/binaries.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';
import { freePort } from './secondGateway.ts';

/** Undefined, with a word on why, where there is no nginx and none can be had. */
export async function findNginx(): Promise<string | undefined> {
  try {
    return (await provisionBinaries(['nginx'], { terminal: silentTerminal, env: process.env })).nginx;
  } catch (cause) {
    console.warn(`The edge is not tested: ${cause instanceof Error ? cause.message : cause}`);
    return undefined;
  }
}

export interface Edge {
  api: string;
  images: string;
  stop(): Promise<void>;
}

/** In front of the stack's own gateway, or of the ones at these places. */
export async function openEdge(nginx: string, upstreams?: { api: string; images: string }): Promise<Edge> {
  const env = inject('env');
  const [api, images] = [Number(await freePort()), Number(await freePort())];
  const part = await startEdge({
    nginx,
    home: homeAt(env['SIGHTREAD_HOME'] ?? ''),
    terminal: silentTerminal,
    ports: { api, images },
    upstreams: upstreams ?? { api: `127.0.0.1:${env['PORT']}`, images: `127.0.0.1:${env['IMAGE_PORT']}` },
    secret: env['EDGE_SECRET'] ?? '',
  });
  return { api: `http://127.0.0.1:${api}`, images: `http://127.0.0.1:${images}`, stop: () => part.stop() };
}
