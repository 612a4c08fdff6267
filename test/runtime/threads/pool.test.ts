import { getPriority } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { createThreadPool } from '../../../runtime/threads/pool.ts';

describe('a pool of threads', () => {
  const pool = createThreadPool({ task: new URL('./slowTask.mjs', import.meta.url), threads: 1, timeoutMs: 500 });
  afterAll(() => pool.close());

  it('does not count the start of a thread against the time of a function', async () => {
    expect(await pool.run('echo', 'here')).toBe('here');
  });

  it.runIf(process.platform === 'linux')('lets the thread that uses it go first', async () => {
    const before = getPriority();
    expect(await pool.run('priority', undefined)).toBeGreaterThan(before);
    expect(getPriority()).toBe(before);
  });

  it('takes over memory instead of copying it', async () => {
    const bytes = new Uint8Array(100_000).fill(7);
    expect(await pool.run('echo', bytes, { transfer: [bytes.buffer] })).toEqual(new Uint8Array(100_000).fill(7));
    expect(bytes).toHaveLength(0);
  });

  it('ends a function that takes longer, and goes on with a new thread', async () => {
    await expect(pool.run('loop', undefined)).rejects.toMatchObject({ reason: 'time' });
    expect(await pool.run('echo', 'again')).toBe('again');
  });

  it('takes a result that came in time, although its own thread stood still until after the limit', async () => {
    expect(await pool.run('echo', 'the thread is there')).toBe('the thread is there');
    const result = pool.run('echo', 'in time');
    // The call is handed over before this thread stands still.
    await new Promise(setImmediate);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
    expect(await result).toBe('in time');
  });
});

describe('a patient pool of threads', () => {
  const task = new URL('./slowTask.mjs', import.meta.url);
  const pool = createThreadPool({ task, threads: 2, timeoutMs: 120_000, patienceMs: 3_000 });
  afterAll(() => pool.close());
  const threadsOf = async (calls: number) =>
    new Set(await Promise.all(Array.from({ length: calls }, () => pool.run('whichThread', undefined))));

  it('has one thread for calls that follow each other soon', async () => {
    await pool.run('echo', 'the thread is there');
    expect((await threadsOf(20)).size).toBe(1);
  });

  it('takes another one when a call has to wait, and then one again', async () => {
    const [usual] = await threadsOf(1);
    const released = new Int32Array(new SharedArrayBuffer(4));
    const held = pool.run('hold', released);
    const others = await threadsOf(5);
    expect(others.size).toBe(1);
    expect(others).not.toContain(usual);
    Atomics.store(released, 0, 1);
    Atomics.notify(released, 0);
    await held;
    expect((await threadsOf(20)).size).toBe(1);
  });
});
