import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeAt } from '../../deploy/local/home.ts';
import { provisionBinaries } from '../../deploy/local/provision/binaries.ts';
import { startEdge } from '../../deploy/local/servers/edge.ts';
import { reserveFreePorts } from '../../deploy/local/servers/ports.ts';
import { createTerminal, silentTerminal } from '../../deploy/local/terminal.ts';
import { egressMap } from '../support/egressMap.ts';
import { forkScript } from './childProcess.ts';
import { type LoadResult, loadInTurns } from './load.ts';
import { median } from './median.ts';
import { type Row, ratioText } from './row.ts';
import { benchKeys, withStack } from './stack.ts';
import { startStaticNginx } from './staticNginx.ts';

const secret = 'a-secret-for-benches';

/** A cached icon through the edge, which checks and counts each request, compared with nginx that only serves the file. */
export async function edge(): Promise<Row[]> {
  const terminal = createTerminal(process.stdout, process.env);
  const { nginx = 'nginx' } = await provisionBinaries(['nginx'], { terminal, env: process.env });
  const { message: site, stop } = await forkScript('iconSite');
  const { ports, release } = await reserveFreePorts();
  const folder = mkdtempSync(join(tmpdir(), 'sightread-static-'));
  const countsFolder = join(folder, 'counts');
  try {
    return await withStack(
      { EGRESS_MAP: egressMap(['lighthouse.com'], site), EDGE_SECRET: secret, EDGE_COUNTS_FOLDER: countsFolder },
      async ({ api, images: gateway, home }) => {
        const path = `/known.lighthouse.com?token=${benchKeys.publishable}`;
        const icon = Buffer.from(await (await fetch(gateway + path)).arrayBuffer());
        writeFileSync(join(folder, 'icon.png'), icon);
        const edgeProcess = await startEdge({
          nginx,
          home: homeAt(home),
          terminal: silentTerminal,
          ports: { api: ports.PORT, images: ports.IMAGE_PORT },
          upstreams: { api: new URL(api).host, images: new URL(gateway).host },
          secret,
          folder: join(folder, 'edge'),
          countsFolder,
        });
        const staticNginx = await startStaticNginx(nginx, folder, ports.TEMPORAL_PORT);
        const edgeAddress = `http://127.0.0.1:${ports.IMAGE_PORT}`;
        await fetch(edgeAddress + path);
        const cacheStatus = (await fetch(edgeAddress + path)).headers.get('x-cache');

        const [file = [], atEdge = [], atGateway = []] = await loadInTurns([
          { address: staticNginx.address, path: '/icon.png' },
          { address: edgeAddress, path },
          { address: gateway, path },
        ]);
        await staticNginx.stop();
        await edgeProcess.stop();
        return [
          {
            what: 'the edge has the icon',
            measured: String(cacheStatus),
            target: 'HIT',
            reached: cacheStatus === 'HIT',
          },
          ...compare(medianOf(file), medianOf(atEdge), medianOf(atGateway)),
        ];
      },
    );
  } finally {
    stop();
    release();
    rmSync(folder, { recursive: true, force: true });
  }
}

function medianOf(loads: readonly LoadResult[]): LoadResult {
  return { rate: median(loads.map(({ rate }) => rate)), p99: median(loads.map(({ p99 }) => p99)) };
}

function compare(file: LoadResult, edge: LoadResult, gateway: LoadResult): Row[] {
  // Every request costs work in both, so the edge cannot be faster than the two one after the other.
  const bothRate = 1 / (1 / gateway.rate + 1 / file.rate);
  return [
    {
      what: 'checked and counted at the edge: requests/s against nginx serving the file',
      measured: ratioText(edge.rate, file.rate),
      target: '≥ 0.6',
      reached: edge.rate / file.rate >= 0.6,
    },
    {
      what: 'requests/s against the gateway and that nginx one after the other, on the same cores',
      measured: ratioText(edge.rate, bothRate),
      target: '≥ 0.6',
      reached: edge.rate / bothRate >= 0.6,
    },
    {
      what: 'p99 in ms against the gateway alone',
      measured: ratioText(edge.p99, gateway.p99),
      target: '< 3',
      reached: edge.p99 / gateway.p99 < 3,
    },
  ];
}
