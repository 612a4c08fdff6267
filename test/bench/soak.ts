import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { processTree } from '../../activities/egress/processTree.ts';
import type { Row } from './row.ts';
import { benchKeys, beside, median, residentMb, withStack } from './stack.ts';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 30);
const sampleMs = 5_000;
const workers = [['flow'], ['fetch'], ['browser'], ['image', 'model']];

interface Sample {
  memoryMb: number;
  handles: number;
  processes: number;
}

/** Everything that callers do, for half an hour: what our processes hold must not grow. */
export async function soak(): Promise<Row[]> {
  const { said: site, stop } = await beside('./processes/fixtureSite.ts');
  const map = ['site.example', 'lighthouse.com'].flatMap((host) => [`${host}=${site}`, `*.${host}=${site}`]).join();
  try {
    return await withStack(
      { EGRESS_MAP: map },
      async ({ api, images, gateway, workers: pids }) => {
        const until = Date.now() + minutes * 60_000;
        const done = mixedLoad({ api, images, until });
        const named = [
          ['gateway', gateway] as const,
          ...workers.map((queues, at) => [queues.join(), pids[at]] as const),
        ];
        const samples = new Map<string, Sample[]>(named.map(([name]) => [name, []]));
        while (Date.now() < until) {
          for (const [name, pid] of named) samples.get(name)?.push(await sampleOf(pid ?? 0));
          await wait(sampleMs);
        }
        const answered = await done;
        return [
          {
            what: `${minutes} minutes of mixed load: calls that worked, and did not`,
            measured: [`${answered.good}, ${answered.bad}`, ...answered.why].join('; '),
            target: 'none bad',
            reached: answered.bad === 0 && answered.good > 0,
          },
          ...[...samples].flatMap(([name, list]) => flat(name, list)),
        ];
      },
      { workers, chromium: true },
    );
  } finally {
    stop();
  }
}

/** The last third against the one before it: what is kept on purpose has been filled by then. */
function flat(name: string, samples: readonly Sample[]): Row[] {
  const third = Math.floor(samples.length / 3);
  const middle = samples.slice(third, 2 * third);
  const last = samples.slice(2 * third);
  return (['memoryMb', 'handles', 'processes'] as const).map((what) => {
    // Renderers come and go with the pages: what stays is what counts.
    const middling = what === 'processes' ? smallest : median;
    const of = (list: readonly Sample[]) => middling(list.map((sample) => sample[what]));
    const growth = of(last) / of(middle);
    return {
      what: `${name}: ${{ memoryMb: 'memory, MB', handles: 'open files and sockets', processes: 'processes' }[what]}`,
      measured: `${of(middle)} → ${of(last)}`,
      target: '≤ × 1.15',
      reached: growth <= 1.15,
    };
  });
}

function smallest(values: readonly number[]) {
  return Math.min(...values);
}

async function mixedLoad({ api, images, until }: { api: string; images: string; until: number }) {
  const headers = { authorization: `Bearer ${benchKeys.secret}`, 'content-type': 'application/json' };
  const answered = { good: 0, bad: 0, why: new Set<string>() };
  const post = (path: string, body: object) =>
    fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const url = (path: string) => `http://site.example${path}`;
  const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
  let number = 0;
  async function batch() {
    const urls = Array.from({ length: 50 }, (_, at) => url(`/static/${number}/${at}`));
    const { id } = (await (await post('/v1/batch/scrape', { urls })).json()) as { id: string };
    for (;;) {
      const response = await fetch(`${api}/v1/batch/scrape/${id}`, { headers });
      const { status } = (await response.clone().json()) as { status: string };
      if (status !== 'scraping') return response;
      await response.arrayBuffer();
      await wait(200);
    }
  }
  const calls: (() => Promise<Response>)[] = [
    () => post('/v1/scrape', { url: url(`/page/${number}`) }),
    () => post('/v1/scrape', { url: url(`/script?n=${number}`) }),
    () => post('/v1/extract', { url: url(`/thing/${number}`), schema }),
    () => post('/v1/branding', { url: url(`/brand/${number}`), fields: ['colors'] }),
    batch,
    () => fetch(`${images}/plain.lighthouse.com?token=${benchKeys.publishable}&size=${16 + (number % 500)}`),
    () => fetch(`${images}/n${number}.lighthouse.com?token=${benchKeys.publishable}`),
    () => fetch(`${images}/github.com?token=${benchKeys.publishable}`),
  ];
  await Promise.all(
    calls.map(async (call) => {
      while (Date.now() < until) {
        number += 1;
        const response = await call().catch(() => undefined);
        const text = await response?.text();
        if (response?.ok) {
          answered.good += 1;
        } else {
          answered.bad += 1;
          if (answered.why.size < 5) answered.why.add(`${response?.status} ${text?.slice(0, 80)}`);
        }
        await wait(50);
      }
    }),
  );
  return answered;
}

async function sampleOf(pid: number): Promise<Sample> {
  return { memoryMb: residentMb(pid), handles: handlesOf(pid), processes: (await processTree(pid)).length };
}

function handlesOf(pid: number) {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`) !== '';
    } catch {
      return false;
    }
  }).length;
}
