/** A client beside: asks for each rendition of some domains in turn, so that no cache of a few thousand helps it. */
import pLimit from 'p-limit';
import { Pool } from 'undici';
import { benchKeys } from '../stack.ts';

const [address = '', domains = '', sizes = '1', requests = '0'] = process.argv.slice(2);
const names = domains.split(',');
const pool = new Pool(address, { connections: 50, pipelining: 1 });
const limit = pLimit(50);
process.send?.('begun');
async function ask(at: number) {
  const name = names[at % names.length];
  const turn = Math.floor(at / names.length);
  const size = (turn % Number(sizes)) + 1;
  const format = Math.floor(turn / Number(sizes)) % 2 === 0 ? 'png' : 'webp';
  const path = `/${name}?token=${benchKeys.publishable}&size=${size}&format=${format}`;
  const { statusCode, body } = await pool.request({ path, method: 'GET' });
  await body.dump();
  if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
}
for (let from = 0; from < Number(requests); from += 1_000) {
  await Promise.all(Array.from({ length: 1_000 }, (_, at) => limit(() => ask(from + at))));
}
await pool.close();
process.exit();
