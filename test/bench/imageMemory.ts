import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { renditionObjectName } from '../../contracts/images/parameters.ts';
import { readSettings } from '../../runtime/settings.ts';
import { openStorage } from '../../storage/storage.ts';
import type { Row } from './row.ts';
import { beside, median, residentMb } from './stack.ts';

const domains = Array.from({ length: 10 }, (_, at) => `many${at}.lighthouse.com`);
const sizes = 1_000;
const formats = ['png', 'webp'] as const;
const requests = 200_000;

/** The gateway's memory while ten times more renditions are asked for than it keeps in memory. */
export async function imageMemory(address: string, env: Record<string, string>, gateway: number): Promise<Row[]> {
  await store(address, env);
  const { child } = await beside('./processes/renditionLoad.ts', [
    address,
    domains.join(),
    String(sizes),
    String(requests),
  ]);
  let done = false;
  child.once('exit', () => {
    done = true;
  });
  const samples: number[] = [];
  while (!done) {
    samples.push(residentMb(gateway));
    await wait(500);
  }
  if (child.exitCode !== 0) throw new Error('not every image was answered');
  const quarter = (number: number) =>
    median(samples.slice((samples.length * (number - 1)) / 4, (samples.length * number) / 4));
  const growth = quarter(4) / quarter(2);
  const most = Math.max(...samples);
  const what = '200,000 requests of 20,000 renditions, gateway resident';
  return [
    { what: `${what}: most`, measured: `${most} MB`, target: '< 250 MB', reached: most < 250 },
    {
      what: `${what}: last quarter against second`,
      measured: growth.toFixed(2),
      target: '≤ 1.1',
      reached: growth <= 1.1,
    },
  ];
}

/** Puts the renditions where the workers would have put them: making them is not what is measured. */
async function store(address: string, env: Record<string, string>) {
  const storage = openStorage(readSettings(env));
  try {
    for (const domain of domains) await fetch(`${address}/${domain}?token=${env['BOOTSTRAP_PUBLISHABLE_KEY']}`);
    // These sites have one icon between them, which is kept once.
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
