/** A load generator: each connection sends one request after the other until the time is over. */
import { Pool } from 'undici';

const [address = '', path = '/', seconds = '5', connections = '50'] = process.argv.slice(2);
const pool = new Pool(address, { connections: Number(connections), pipelining: 1 });
const times: number[] = [];
const started = performance.now();
const deadline = started + Number(seconds) * 1000;
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (performance.now() < deadline) {
      const sent = performance.now();
      const { statusCode, body } = await pool.request({ path, method: 'GET' });
      await body.dump();
      if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
      times.push(performance.now() - sent);
    }
  }),
);
const elapsedSeconds = (performance.now() - started) / 1000;
times.sort((a, b) => a - b);
process.send?.({ rate: times.length / elapsedSeconds, p99: times[Math.floor(times.length * 0.99)] });
await pool.close();
process.exit();
