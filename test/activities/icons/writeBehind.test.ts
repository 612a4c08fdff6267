import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { MadeRendition } from '../../../activities/icons/pictures.ts';
import { createWriteBehind } from '../../../activities/icons/writeBehind.ts';

/** An object store that finishes what it is told to. */
function slowStore(limit: number) {
  const waiting = new Map<string, { resolve(): void; reject(error: Error): void }>();
  const failures: string[] = [];
  const behind = createWriteBehind({
    store: ({ name }) => new Promise((resolve, reject) => waiting.set(name, { resolve, reject })),
    onFailure: (error, { name }) => failures.push(`${name}: ${error}`),
    limit,
  });
  return { waiting, failures, behind };
}

function rendition(name: string): MadeRendition {
  return { name, from: 'site', body: Buffer.from(name), contentType: 'image/png' };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(() => {
    settled = true;
  });
  await setImmediate();
  return settled;
}

describe('renditions that are stored behind their answers', () => {
  it('are not waited for', async () => {
    const { behind, waiting } = slowStore(2);
    await behind.store(rendition('a'));
    expect([...waiting.keys()]).toEqual(['a']);
  });

  it('are waited for while too many are being stored', async () => {
    const { behind, waiting } = slowStore(1);
    await behind.store(rendition('a'));
    const second = behind.store(rendition('b'));
    expect(await isSettled(second)).toBe(false);
    waiting.get('a')?.resolve();
    expect(await isSettled(second)).toBe(false);
    waiting.get('b')?.resolve();
    await second;
    await behind.store(rendition('c'));
  });

  it('do not fail the answer if they cannot be stored', async () => {
    const { behind, waiting, failures } = slowStore(0);
    const stored = behind.store(rendition('a'));
    waiting.get('a')?.reject(new Error('the disk is full'));
    await stored;
    expect(failures).toEqual(['a: Error: the disk is full']);
  });

  it('are stored before a worker ends', async () => {
    const { behind, waiting } = slowStore(2);
    await behind.store(rendition('a'));
    await behind.store(rendition('b'));
    const closed = behind.close();
    waiting.get('a')?.resolve();
    expect(await isSettled(closed)).toBe(false);
    waiting.get('b')?.reject(new Error('the disk is full'));
    await closed;
    expect(await behind.close()).toEqual([]);
  });
});
