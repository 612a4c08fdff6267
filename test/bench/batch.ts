import { request } from 'undici';
import type { Row } from './row.ts';
import { benchKeys, beside, median, residentMb, withStack } from './stack.ts';

const parallel = 16;
const threads = 2;

interface Job {
  status: string;
  completed: number;
  total: number;
}

/** Batches through the whole pipeline, against one bare process that only fetches and converts. */
export async function batch(): Promise<Row[]> {
  const { said: site, stop } = await beside('./processes/articleSite.ts');
  try {
    return await withStack(
      { HOST_CONCURRENCY: String(parallel), CONVERTER_THREADS: String(threads) },
      async ({ api, workers }) => {
        const headers = { authorization: `Bearer ${benchKeys.secret}`, 'content-type': 'application/json' };
        async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
          return (await (await fetch(api + path, { ...init, headers })).json()) as T;
        }
        const create = (name: string, pages: number) =>
          call<{ id: string }>('/v1/batch/scrape', {
            method: 'POST',
            body: JSON.stringify({ urls: Array.from({ length: pages }, (_, at) => `${site}/${name}/${at}`) }),
          });
        async function pagesPerSecond(name: string, pages: number) {
          const started = performance.now();
          const { id } = await create(name, pages);
          for (;;) {
            const job = await call<Job>(`/v1/batch/scrape/${id}?limit=1`);
            if (job.status !== 'scraping') return { id, rate: job.completed / ((performance.now() - started) / 1000) };
            await new Promise((resolve) => setTimeout(resolve, 200));
          }
        }
        const bare = async () =>
          Number(
            (await beside('./processes/bareBatch.ts', [String(site), '1000', String(parallel), String(threads)])).said,
          );

        await pagesPerSecond('warm', 100);
        // In turn, so that what else the machine does falls on both alike.
        const bareRates = [await bare()];
        const whole = await pagesPerSecond('thousand', 1_000);
        bareRates.push(await bare());
        const ratio = whole.rate / median(bareRates);
        const small = [
          await pagesPerSecond('s1', 100),
          await pagesPerSecond('s2', 100),
          await pagesPerSecond('s3', 100),
        ];
        const large = await pagesPerSecond('ten-thousand', 10_000);

        // To the last byte; what a caller then does with these 6 MB is the caller's time.
        async function poll(offset: number, encoding: string) {
          const started = performance.now();
          const { body } = await request(`${api}/v1/batch/scrape/${large.id}?offset=${offset}&limit=100`, {
            headers: { ...headers, 'accept-encoding': encoding },
          });
          await body.dump({ limit: 64 * 1024 * 1024 });
          return performance.now() - started;
        }
        async function pollTime(encoding: string) {
          for (let time = 0; time < 20; time += 1) await poll(100 * time, encoding);
          const polls: number[] = [];
          for (const offset of [0, 4_950, 9_900]) {
            for (let time = 0; time < 10; time += 1) polls.push(await poll(offset, encoding));
          }
          return median(polls);
        }
        const packedPoll = await pollTime('gzip');
        const plainPoll = await pollTime('identity');
        const memory = Math.max(...workers.map((pid) => residentMb(pid ?? 0)));
        const started = performance.now();
        const { id } = await create('hundred-thousand', 100_000);
        const creation = (performance.now() - started) / 1000;
        await call(`/v1/batch/scrape/${id}`, { method: 'DELETE' });

        const smallRate = median(small.map(({ rate }) => rate));
        return [
          row(
            '1,000 pages: pages/s against a bare process',
            `${whole.rate.toFixed(1)} / ${median(bareRates).toFixed(1)} = ${ratio.toFixed(2)}`,
            '≥ 0.6',
            ratio >= 0.6,
          ),
          row(
            'cost of a page at 10,000 against 100',
            (smallRate / large.rate).toFixed(2),
            '≤ 1.2',
            smallRate / large.rate <= 1.2,
          ),
          row(
            'status poll with 100 items of 50 KB, median, by a client that takes gzip',
            `${packedPoll.toFixed(0)} ms`,
            '< 50 ms',
            packedPoll < 50,
          ),
          row('the same by one that does not', `${plainPoll.toFixed(0)} ms`, '< 50 ms', plainPoll < 50),
          row('creation of 100,000 URLs', `${creation.toFixed(1)} s`, '< 5 s', creation < 5),
          row('largest worker, resident', `${memory} MB`, '< 600 MB', memory < 600),
        ];
      },
    );
  } finally {
    stop();
  }
}

function row(what: string, measured: string, target: string, reached: boolean): Row {
  return {
    what,
    measured,
    target,
    reached,
  };
}
