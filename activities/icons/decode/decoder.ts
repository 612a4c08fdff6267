import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { look } from './look.ts';
import { Unreadable } from './open.ts';
import type { Answer, FromDecoder, Task, ToDecoder } from './protocol.ts';
import { render } from './render.ts';

/**
 * The decoding process: the only place where bytes from the web meet native code. It takes one task at a time, and
 * whatever a picture does to it, the worker that started it only loses that picture.
 */
const [limitBytes] = process.argv.slice(2).map(Number);

restrictLibvips();
preferToBeKilled();
new Worker(new URL('./watchdog.js', import.meta.url), { execArgv: [], workerData: { limitBytes } }).on('message', () =>
  answer({ ready: true }),
);
process.on('message', (message: ToDecoder) => void work(message));
// A terminal's Ctrl-C reaches us too; the worker decides when its last picture is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// The worker is gone; nobody waits for an answer.
process.on('disconnect', () => process.exit());

async function work({ id, task }: ToDecoder): Promise<void> {
  try {
    answer({ id, answer: await done(task), rss: process.memoryUsage.rss() });
  } catch (error) {
    answer({ id, problem: wordsFor(error), rss: process.memoryUsage.rss() });
  }
}

function done(task: Task): Promise<Answer> {
  return task.do === 'look' ? look(withBuffer(task)) : render(withBuffer(task));
}

/** Between processes a Buffer arrives as the plain array of bytes it is built on. */
function withBuffer<T extends { body: Uint8Array }>(task: T): T & { body: Buffer } {
  return {
    ...task,
    body: Buffer.from(task.body.buffer, task.body.byteOffset, task.body.byteLength),
  };
}

function answer(message: FromDecoder): void {
  return void process.send?.(message);
}

/** libvips speaks to many libraries; only those for what browsers show are let near a file, and no file by name. */
function restrictLibvips(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((loader) => `VipsForeignLoad${loader}Buffer`),
  });
}

/** Where memory runs out all the same, Linux ends this process before the worker. */
function preferToBeKilled(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not allowed: the watchdog is there anyway.
  }
}

function wordsFor(error: unknown): string {
  return error instanceof Unreadable
    ? error.message
    : `the picture cannot be decoded (${error instanceof Error ? error.message.split('\n')[0] : 'unknown'})`;
}
