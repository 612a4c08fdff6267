/**
 * A load generator: each connection sends one request after the other until the turn is over. It counts bytes instead of
 * parsing answers, because a client that does as much for a request as the server measures itself on a small machine.
 *
 * Servers take short turns, many times: what else happens on the machine lasts longer than a turn and affects all alike.
 */
import { connect, type Socket } from 'node:net';
import type { LoadOptions, LoadResult, Target } from '../load.ts';

const turnMs = 500;

interface Connection {
  socket: Socket;
  request: Buffer;
  /** How every answer must begin. */
  statusLine: Buffer;
  /** The length of an answer with its head, which is the same each time. */
  length: number;
}

function lengthOf(answer: Buffer): number | undefined {
  const endOfHead = answer.indexOf('\r\n\r\n');
  if (endOfHead < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(answer.toString('latin1', 0, endOfHead))?.[1];
  if (length === undefined) throw new Error('the answer has no length');
  return endOfHead + 4 + Number(length);
}

async function warmUp(socket: Socket, request: Buffer): Promise<number> {
  let received = Buffer.alloc(0);
  socket.write(request);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, chunk]);
    const length = lengthOf(received);
    if (length !== undefined && received.length >= length) return length;
  }
  throw new Error('the connection was closed');
}

async function open({ address, path, status = 200 }: Target): Promise<Connection> {
  const { host, hostname, port } = new URL(address);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const socket = connect(Number(port), hostname).setNoDelay();
  await warmUp(socket, request);
  // Headers such as X-Cache differ between the first answer and the others.
  const statusLine = Buffer.from(`HTTP/1.1 ${status} `);
  return { socket, request, statusLine, length: await warmUp(socket, request) };
}

/** Adds how long each request took, in ms. */
async function load(
  { socket, request, statusLine, length }: Connection,
  deadline: number,
  times: number[],
): Promise<void> {
  let missing = length;
  let sent = performance.now();
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', () => reject(new Error('the connection was closed')));
    socket.on('data', (chunk) => {
      if (missing === length && !chunk.subarray(0, statusLine.length).equals(statusLine))
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

/** With new connections, because servers close those that wait long or have had a thousand requests. */
async function takeTurn(target: Target): Promise<LoadResult> {
  const opened = await Promise.all(Array.from({ length: connections }, () => open(target)));
  const times: number[] = [];
  const started = performance.now();
  await Promise.all(opened.map((connection) => load(connection, started + turnMs, times)));
  const seconds = (performance.now() - started) / 1_000;
  times.sort((a, b) => a - b);
  return { rate: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN };
}

const { targets, connections, warmUpTurns, turns }: LoadOptions = JSON.parse(process.argv[2] ?? '');
const results: LoadResult[][] = targets.map(() => []);
for (let turn = 0; turn < warmUpTurns + turns; turn += 1)
  for (const [number, target] of targets.entries()) {
    const result = await takeTurn(target);
    if (turn >= warmUpTurns) results[number]?.push(result);
  }
process.send?.(results);
process.exit();
