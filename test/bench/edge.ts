import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeAt } from '../../deploy/local/home.ts';
import { provisionBinaries } from '../../deploy/local/provision/binaries.ts';
import { startEdge } from '../../deploy/local/servers/edge.ts';
import { reserveFreePorts } from '../../deploy/local/servers/ports.ts';
import { createTerminal, silentTerminal } from '../../deploy/local/terminal.ts';
import type { Row } from './row.ts';
import { benchKeys, beside, median, withStack } from './stack.ts';
import { startStaticNginx } from './staticNginx.ts';

interface Load {
  rate: number;
  p99: number;
}

const secret = 'a-secret-for-benches';

/** A cached icon through the edge, which has each request checked and counted, against nginx that only serves the file. */
export async function edge(): Promise<Row[]> {
  const terminal = createTerminal(process.stdout, process.env);
  const { nginx = 'nginx' } = await provisionBinaries(['nginx'], { terminal, env: process.env });
  const { said: site, stop } = await beside('./iconSite.ts');
  const { ports, release } = await reserveFreePorts();
  const folder = mkdtempSync(join(tmpdir(), 'sightread-static-'));
  try {
    return await withStack(
      { EGRESS_MAP: `*.lighthouse.com=${site}`, EDGE_SECRET: secret },
      async ({ api, images: direct, home }) => {
        const path = `/known.lighthouse.com?token=${benchKeys.publishable}`;
        const body = Buffer.from(await (await fetch(direct + path)).arrayBuffer());
        writeFileSync(join(folder, 'icon.png'), body);
        const front = await startEdge({
          nginx,
          home: homeAt(home),
          terminal: silentTerminal,
          ports: { api: ports.PORT, images: ports.IMAGE_PORT },
          upstreams: { api: new URL(api).host, images: new URL(direct).host },
          secret,
          folder: join(folder, 'edge'),
        });
        const plain = await startStaticNginx(nginx, folder, ports.TEMPORAL_PORT);
        const edgeAddress = `http://127.0.0.1:${ports.IMAGE_PORT}`;
        await fetch(edgeAddress + path);
        const cache = (await fetch(edgeAddress + path)).headers.get('x-cache');
        const load = async (address: string, url: string) =>
          (await beside('./load.ts', [address, url, '4', '50'])).said as Load;

        // In turn, so that what else the machine does falls on all alike.
        const [file, checked, alone]: Load[][] = [[], [], []];
        for (let round = 0; round < 3; round += 1) {
          file?.push(await load(plain.address, '/icon.png'));
          checked?.push(await load(edgeAddress, path));
          alone?.push(await load(direct, path));
        }
        await plain.stop();
        await front.stop();
        return rows({ file: typical(file), checked: typical(checked), alone: typical(alone), cache });
      },
    );
  } finally {
    stop();
    release();
    rmSync(folder, { recursive: true, force: true });
  }
}

function typical(loads: readonly Load[] = []): Load {
  return {
    rate: median(loads.map(({ rate }) => rate)),
    p99: median(loads.map(({ p99 }) => p99)),
  };
}

function rows({
  file,
  checked,
  alone,
  cache,
}: {
  file: Load;
  checked: Load;
  alone: Load;
  cache: string | null;
}): Row[] {
  const ratio = (one: number, other: number) => `${one.toFixed(0)} / ${other.toFixed(0)} = ${(one / other).toFixed(2)}`;
  // Each request is work for both: the edge can do no better than the two in turn.
  const both = 1 / (1 / alone.rate + 1 / file.rate);
  return [
    { what: 'the edge has the icon', measured: String(cache), target: 'HIT', reached: cache === 'HIT' },
    {
      what: 'checked and counted at the edge: requests/s against nginx serving the file',
      measured: ratio(checked.rate, file.rate),
      // What the checking and counting costs: a request to Node each, against none.
      target: '–',
      reached: true,
    },
    {
      what: 'requests/s against the gateway and that nginx one after the other, on the same cores',
      measured: ratio(checked.rate, both),
      target: '≥ 0.6',
      reached: checked.rate / both >= 0.6,
    },
    {
      what: 'p99 in ms against the gateway alone',
      measured: ratio(checked.p99, alone.p99),
      target: '< 3',
      reached: checked.p99 / alone.p99 < 3,
    },
  ];
}
