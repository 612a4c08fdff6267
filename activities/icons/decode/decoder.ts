import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { inspect } from './inspect.ts';
import { UnreadablePicture } from './load.ts';
import { asBuffer, type DecoderAnswer, type DecoderTask, type FromDecoder, type ToDecoder } from './protocol.ts';
import { makeRendition } from './rendition.ts';

/**
 * The entry of a decoder process, the only place where native code reads bytes from the web. It takes one task at a
 * time. If a picture crashes it, the worker that started it only loses that picture.
 */
const [limitBytes] = process.argv.slice(2).map(Number);

restrictLibvips();
preferOomKill();
new Worker(new URL('./watchdog.js', import.meta.url), { execArgv: [], workerData: { limitBytes } }).on('message', () =>
  send({ ready: true }),
);
process.on('message', (message: ToDecoder) => void handle(message));
// Ctrl-C in a terminal reaches this process too, but the worker decides when its last picture is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

async function handle({ id, task }: ToDecoder): Promise<void> {
  try {
    send({ id, answer: await run(task), rss: process.memoryUsage.rss() });
  } catch (error) {
    send({ id, problem: problemOf(error), rss: process.memoryUsage.rss() });
  }
}

function run(task: DecoderTask): Promise<DecoderAnswer> {
  const body = asBuffer(task.body);
  return task.do === 'inspect' ? inspect({ ...task, body }) : makeRendition({ ...task, body });
}

function send(message: FromDecoder): void {
  return void process.send?.(message);
}

/** Allows only libvips loaders for formats that browsers show, and only from memory, never from files. */
function restrictLibvips(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((loader) => `VipsForeignLoad${loader}Buffer`),
  });
}

/** If the machine runs out of memory, Linux kills this process before the worker. */
function preferOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not permitted: the watchdog limits memory anyway.
  }
}

function problemOf(error: unknown): string {
  return error instanceof UnreadablePicture
    ? error.message
    : `the picture cannot be decoded (${error instanceof Error ? error.message.split('\n')[0] : 'unknown'})`;
}
