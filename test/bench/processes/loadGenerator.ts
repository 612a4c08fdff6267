/** A client beside: so many connections that ask one after the other, for so long. Says how it went. */
import { Pool } from 'undici';

const [address = '', path = '/', seconds = '5', connections = '50'] = process.argv.slice(2);
const pool = new Pool(address, { connections: Number(connections), pipelining: 1 });
const times: number[] = [];
const until = performance.now() + Number(seconds) * 1000;
const started = performance.now();
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (performance.now() < until) {
      const asked = performance.now();
      const { statusCode, body } = await pool.request({ path, method: 'GET' });
      await body.dump();
      if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
      times.push(performance.now() - asked);
    }
  }),
);
const took = (performance.now() - started) / 1000;
times.sort((a, b) => a - b);
process.send?.({ rate: times.length / took, p99: times[Math.floor(times.length * 0.99)] });
await pool.close();
process.exit();
