/** The baseline for reading pages: one process that fetches and converts them and stores nothing. */
import pLimit from 'p-limit';
import { Agent, request } from 'undici';
import { openConverterPool } from '../../../activities/pages/converterPool.ts';

const [address = '', pages = '0', concurrency = '1', threads = '1'] = process.argv.slice(2);
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
await read(`${address}/warm`);
const limit = pLimit(Number(concurrency));
const started = performance.now();
await Promise.all(Array.from({ length: Number(pages) }, (_, at) => limit(() => read(`${address}/bare/${at}`))));
process.send?.(Number(pages) / ((performance.now() - started) / 1000));
await converter.close();
await agent.close();
process.exit();
