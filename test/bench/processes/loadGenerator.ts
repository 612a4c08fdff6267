/**
 * A load generator: each connection sends one request after the other until the time is over. It counts bytes instead of
 * parsing answers, because a client that does as much for a request as the server measures itself on a small machine.
 */
import { connect, type Socket } from 'node:net';

const [address = '', path = '/', seconds = '5', connections = '50'] = process.argv.slice(2);
const { host, hostname, port } = new URL(address);
const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
const ok = Buffer.from('HTTP/1.1 200 ');
const times: number[] = [];
const started = performance.now();
const deadline = started + Number(seconds) * 1000;

/** The length of an answer with its head, which is the same each time. */
function lengthOf(answer: Buffer): number | undefined {
  const endOfHead = answer.indexOf('\r\n\r\n');
  if (endOfHead < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(answer.toString('latin1', 0, endOfHead))?.[1];
  if (length === undefined) throw new Error('the answer has no length');
  return endOfHead + 4 + Number(length);
}

async function warmUp(socket: Socket): Promise<number> {
  let received = Buffer.alloc(0);
  socket.write(request);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, chunk]);
    const length = lengthOf(received);
    if (length !== undefined && received.length >= length) return length;
  }
  throw new Error('the connection was closed');
}

async function load(): Promise<void> {
  const socket = connect(Number(port), hostname).setNoDelay();
  await warmUp(socket);
  // Headers such as X-Cache differ between the first answer and the others.
  const length = await warmUp(socket);
  let missing = length;
  let sent = performance.now();
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', () => reject(new Error('the connection was closed')));
    socket.on('data', (chunk) => {
      if (missing === length && chunk.compare(ok, 0, ok.length, 0, ok.length) !== 0)
        return reject(new Error(`answered ${chunk.toString('latin1', 0, 100)}`));
      missing -= chunk.length;
      if (missing > 0) return;
      if (missing < 0) return reject(new Error('an answer has another length than the one before'));
      const now = performance.now();
      times.push(now - sent);
      if (now >= deadline) return resolve();
      missing = length;
      sent = now;
      socket.write(request);
    });
    socket.write(request);
  });
  socket.destroy();
}

await Promise.all(Array.from({ length: Number(connections) }, load));
const elapsedSeconds = (performance.now() - started) / 1000;
times.sort((a, b) => a - b);
process.send?.({ rate: times.length / elapsedSeconds, p99: times[Math.floor(times.length * 0.99)] });
process.exit();
