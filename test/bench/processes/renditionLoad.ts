/** Requests every rendition of some domains in turn, so that a cache of a few thousand entries never hits. */
import pLimit from 'p-limit';
import { Pool } from 'undici';

const [address = '', token = '', domains = '', sizes = '1', requests = '0'] = process.argv.slice(2);
const names = domains.split(',');
const pool = new Pool(address, { connections: 50, pipelining: 1 });
const limit = pLimit(50);
process.send?.('started');

async function request(at: number) {
  const name = names[at % names.length];
  const round = Math.floor(at / names.length);
  const size = (round % Number(sizes)) + 1;
  const format = Math.floor(round / Number(sizes)) % 2 === 0 ? 'png' : 'webp';
  const path = `/${name}?token=${token}&size=${size}&format=${format}`;
  const { statusCode, body } = await pool.request({ path, method: 'GET' });
  await body.dump();
  if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
}
for (let from = 0; from < Number(requests); from += 1_000) {
  await Promise.all(Array.from({ length: 1_000 }, (_, at) => limit(() => request(from + at))));
}
await pool.close();
process.exit();
