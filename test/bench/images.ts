import { imageMemory } from './imageMemory.ts';
import type { Row } from './row.ts';
import { benchKeys, beside, median, withStack } from './stack.ts';

interface Load {
  rate: number;
  p99: number;
}

/** Cached and new images, against a bare Koa that answers the same bytes. */
export async function images(): Promise<Row[]> {
  const { said: site, stop } = await beside('./processes/iconSite.ts');
  const map = `lighthouse.com=${site},*.lighthouse.com=${site}`;
  try {
    return await withStack({ EGRESS_MAP: map }, async ({ images: api, env, gateway }) => {
      const path = (domain: string, query = '') => `/${domain}?token=${benchKeys.publishable}${query}`;
      async function timed(url: string) {
        const started = performance.now();
        const response = await fetch(api + url);
        const bytes = (await response.arrayBuffer()).byteLength;
        return { ms: performance.now() - started, bytes, from: response.headers.get('x-sightread-source') };
      }
      const { bytes } = await timed(path('known.lighthouse.com'));
      const bareServer = await beside('./processes/bareKoa.ts', [String(bytes)]);
      const load = async (address: string, url: string) =>
        (await beside('./processes/loadGenerator.ts', [address, url, '4', '50'])).said as Load;

      // In turn, so that what else the machine does falls on both alike. The first time both only warm up.
      const bare: Load[] = [];
      const ours: Load[] = [];
      for (let round = 0; round < 6; round += 1) {
        bare.push(await load(String(bareServer.said), '/'));
        ours.push(await load(api, path('known.lighthouse.com')));
      }
      bare.shift();
      ours.shift();
      bareServer.stop();
      const rate = median(ours.map((each) => each.rate)) / median(bare.map((each) => each.rate));
      const p99 = median(ours.map((each) => each.p99)) / median(bare.map((each) => each.p99));

      const renditions: number[] = [];
      for (let size = 200; size < 240; size += 1)
        renditions.push((await timed(path('known.lighthouse.com', `&size=${size}`))).ms);
      const unknown: number[] = [];
      for (let number = 0; number < 15; number += 1)
        unknown.push((await timed(path(`new${number}.lighthouse.com`))).ms);
      await Promise.all(Array.from({ length: 1_000 }, () => timed(path('rush.lighthouse.com'))));
      const homes = Number(await (await fetch(`${site}/homes?host=rush.lighthouse.com`)).text());

      return [
        {
          what: 'cached icon: requests/s against bare Koa',
          measured: rate.toFixed(2),
          target: '≥ 0.5',
          reached: rate >= 0.5,
        },
        { what: 'cached icon: p99 against bare Koa', measured: p99.toFixed(2), target: '< 4', reached: p99 < 4 },
        ms('known source, new rendition, median', median(renditions), 150),
        ms('unknown domain on a site that answers in 100 ms, median', median(unknown), 100 + 400),
        {
          what: 'home page fetched for 1,000 requests at once',
          measured: String(homes),
          target: '1',
          reached: homes === 1,
        },
        ...(await imageMemory(api, env, gateway ?? 0)),
      ];
    });
  } finally {
    stop();
  }
}

function ms(what: string, value: number, most: number): Row {
  return {
    what,
    measured: `${value.toFixed(0)} ms`,
    target: `≤ ${most} ms`,
    reached: value <= most,
  };
}
