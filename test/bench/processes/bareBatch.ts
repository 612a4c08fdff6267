/** The baseline for reading pages: one process that fetches and converts them and stores nothing. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pLimit from 'p-limit';
import { Agent, request } from 'undici';

const [compiled = '', address = '', pages = '0', concurrency = '1', threads = '1'] = process.argv.slice(2);
// Compiled as in the product: what a TypeScript loader makes of it is slower.
const { openConverterPool }: typeof import('../../../activities/pages/converterPool.ts') = await import(
  pathToFileURL(join(compiled, 'activities/pages/converterPool.js')).href
);
const agent = new Agent({ connections: Number(concurrency) });
const converter = openConverterPool({ threads: Number(threads) });
const options = { formats: ['markdown' as const, 'html' as const, 'links' as const], onlyMainContent: true };

async function read(url: string) {
  const { body, headers } = await request(url, { dispatcher: agent });
  return converter.convert({
    body: Buffer.from(await body.arrayBuffer()),
    contentType: String(headers['content-type']),
    url,
    options,
  });
}
const limit = pLimit(Number(concurrency));
function readAll(name: string, count: number) {
  return Promise.all(Array.from({ length: count }, (_, at) => limit(() => read(`${address}/${name}/${at}`))));
}
await readAll('warm', 100);
const started = performance.now();
await readAll('bare', Number(pages));
process.send?.(Number(pages) / ((performance.now() - started) / 1000));
await converter.close();
await agent.close();
process.exit();
