import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { renditionObjectName } from '../../contracts/images/parameters.ts';
import { readSettings } from '../../runtime/settings.ts';
import { openStorage } from '../../storage/storage.ts';
import { egressMap } from '../support/egressMap.ts';
import type { WholeStack } from '../support/wholeStack.ts';
import { forkScript } from './childProcess.ts';
import { median } from './median.ts';
import { residentMb } from './memory.ts';
import { atMost, below, type Row } from './row.ts';
import { benchKeys, withStack } from './stack.ts';

const domains = Array.from({ length: 10 }, (_, at) => `many${at}.lighthouse.com`);
const sizes = 1_000;
const formats = ['png', 'webp'] as const;
const requests = 200_000;

/** The gateway's memory while clients request ten times more renditions than it caches. */
export async function imageMemory(): Promise<Row[]> {
  const { message: site, stop } = await forkScript('iconSite');
  try {
    return await withStack({ EGRESS_MAP: egressMap(['lighthouse.com'], site) }, measureMemory);
  } finally {
    stop();
  }
}

async function measureMemory({ images: address, env, gatewayPid = 0 }: WholeStack): Promise<Row[]> {
  await storeRenditions(address, env);
  const args = [address, benchKeys.publishable, domains.join(), String(sizes), String(requests)];
  const { process: load } = await forkScript('renditionLoad', args);
  let isDone = false;
  load.once('exit', () => {
    isDone = true;
  });
  const samples: number[] = [];
  while (!isDone) {
    samples.push(residentMb(gatewayPid));
    await sleep(500);
  }
  if (load.exitCode !== 0) throw new Error('not every image was answered');
  const quarter = (number: number) =>
    median(samples.slice((samples.length * (number - 1)) / 4, (samples.length * number) / 4));
  const what = '200,000 requests of 20,000 renditions, gateway resident';
  return [
    below(`${what}: most`, Math.max(...samples), 250, { digits: 0, unit: ' MB' }),
    atMost(`${what}: last quarter against second`, quarter(4) / quarter(2), 1.1),
  ];
}

/** Stores the renditions directly, because rendering them is not what is measured. */
async function storeRenditions(address: string, env: Record<string, string>) {
  const storage = openStorage(readSettings(env));
  try {
    for (const domain of domains) await fetch(`${address}/${domain}?token=${benchKeys.publishable}`);
    // All of these sites have the same icon, which is stored once.
    const { digest = '' } =
      (await storage.sources.find({ kind: 'icon', domain: domains[0] ?? '', theme: 'light' })) ?? {};
    const limit = pLimit(16);
    const names = formats.flatMap((format) =>
      Array.from({ length: sizes }, (_, at) =>
        renditionObjectName(digest, {
          kind: 'icon',
          size: at + 1,
          format,
          theme: 'light',
          fallback: 'monogram',
          retina: false,
        }),
      ),
    );
    const picture = { contentType: 'image/png', from: 'site' as const };
    await Promise.all(
      names.map((name) => limit(() => storage.pictures.putRendition(name, { body: randomBytes(8_192), ...picture }))),
    );
  } finally {
    await storage.close();
  }
}
