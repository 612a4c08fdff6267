import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { pdf } from '../support/pdf.ts';
import { crawled } from '../support/site/crawled.ts';
import { numberedUrls } from './batchClient.ts';
import { benchKeys } from './stack.ts';

export interface MixedLoadResult {
  good: number;
  bad: number;
  /** The first few different bad answers. */
  reasons: Set<string>;
}

/**
 * More images than a gateway keeps or remembers, asked for first: what grows later is no cache that fills up. No such
 * domain can be registered, so no worker has to search for them.
 */
const imagesBefore = 60_000;
const imagesAtOnce = 16;

const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

/** Calls every part of the service again and again until the deadline, each kind of call by a client of its own. */
export async function runMixedLoad(
  { api, images }: { api: string; images: string },
  deadline: number,
): Promise<MixedLoadResult> {
  const result: MixedLoadResult = { good: 0, bad: 0, reasons: new Set() };
  const authorization = { authorization: `Bearer ${benchKeys.secret}` };
  const headers = { ...authorization, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const getImage = (path: string) => fetch(`${images}/${path}token=${benchKeys.publishable}`);
  const url = (path: string) => `http://site.example${path}`;

  /** Starts a job and polls it to its end. */
  async function job(path: string, body: object): Promise<Response> {
    const started = await post(path, body);
    if (!started.ok) return started;
    const { id } = (await started.json()) as { id: string };
    for (;;) {
      const response = await fetch(`${api}${path}/${id}`, { headers });
      const { status } = (await response.clone().json()) as { status: string };
      if (status !== 'scraping') return response;
      await response.arrayBuffer();
      await sleep(200);
    }
  }
  function parse(number: number): Promise<Response> {
    const form = new FormData();
    form.append('file', new Blob([pdf([[`Ship ${number}`, 'The keeper counts the ships.']])]), 'ships.pdf');
    return fetch(`${api}/v1/parse`, { method: 'POST', headers: authorization, body: form });
  }
  const calls: ((number: number) => Promise<Response>)[] = [
    (number) => post('/v1/scrape', { url: url(`/page/${number}`) }),
    (number) => post('/v1/scrape', { url: url(`/script?n=${number}`) }),
    (number) => post('/v2/scrape', { url: url(`/shot/${number}`), formats: ['markdown', 'screenshot'] }),
    (number) => post('/v1/extract', { url: url(`/thing/${number}`), schema }),
    (number) => post('/v1/branding', { url: url(`/brand/${number}`), fields: ['colors'] }),
    (number) => job('/v1/batch/scrape', { urls: numberedUrls(url(`/static/${number}`), 50) }),
    () => job('/v1/crawl', { url: crawled('mesh-40'), limit: 40 }),
    () => post('/v1/map', { url: crawled('tree') }),
    parse,
    (number) => getImage(`plain.lighthouse.com?size=${16 + (number % 500)}&`),
    (number) => getImage(`n${number}.lighthouse.com?`),
    () => getImage('github.com?'),
  ];

  let number = 0;
  async function callUntilDeadline(call: (number: number) => Promise<Response>) {
    while (Date.now() < deadline) {
      number += 1;
      const response = await call(number).catch(() => undefined);
      const text = await response?.text();
      if (response?.ok) {
        result.good += 1;
      } else {
        result.bad += 1;
        if (result.reasons.size < 5) result.reasons.add(`${response?.status} ${text?.slice(0, 80)}`);
      }
      await sleep(50);
    }
  }
  const limit = pLimit(imagesAtOnce);
  await Promise.all(
    Array.from({ length: imagesBefore }, (_, at) =>
      limit(async () => (await getImage(`before${at}.test?`)).arrayBuffer()),
    ),
  );
  await Promise.all(calls.map(callUntilDeadline));
  return result;
}
