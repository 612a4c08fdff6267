import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDecoderPool, type DecoderPool } from '../../../../activities/icons/decode/pool.ts';
import { discPng } from '../support/pictures.ts';

const light = { theme: 'light' } as const;
const rendition = { kind: 'icon', format: 'png', pixels: 16, size: 16 } as const;

describe('the queue of the decoder', () => {
  let decoder: DecoderPool;
  let body: Buffer;
  beforeAll(async () => {
    // One process, so that the order in which tasks end is the order in which they were taken.
    decoder = createDecoderPool({ processes: 1 });
    body = await discPng(64);
    await decoder.warm();
  });
  afterAll(() => decoder.close());

  it('takes renditions before inspections that came earlier', async () => {
    const ended: string[] = [];
    const track = (name: string, task: Promise<unknown>) => task.then(() => ended.push(name));
    await Promise.all([
      track('under way', decoder.inspect({ body, ...light })),
      track('search 1', decoder.inspect({ body, ...light })),
      track('search 2', decoder.inspect({ body, ...light })),
      track('rendition 1', decoder.makeRendition({ body, ...rendition })),
      track('rendition 2', decoder.makeRendition({ body, ...rendition })),
    ]);
    expect(ended).toEqual(['under way', 'rendition 1', 'rendition 2', 'search 1', 'search 2']);
  });

  it('drops what nobody waits for any more, at once and without a decoder', async () => {
    const caller = new AbortController();
    const underWay = decoder.inspect({ body, ...light });
    const inspections = Array.from({ length: 50 }, () => decoder.inspect({ body, ...light }, caller.signal));
    const renditions = Array.from({ length: 50 }, () => decoder.makeRendition({ body, ...rendition }, caller.signal));
    let isFirstDone = false;
    void underWay.then(() => {
      isFirstDone = true;
    });
    const reason = new Error('gone');
    caller.abort(reason);
    expect(await Promise.all(inspections)).toEqual(
      inspections.map(() => ({ problem: 'not waited for', isUndecided: true })),
    );
    for (const each of await Promise.allSettled(renditions)) expect(each).toMatchObject({ status: 'rejected', reason });
    expect(isFirstDone).toBe(false);
    // The next one need not wait for those that left.
    expect(await underWay).toMatchObject({ width: 64 });
    expect(await decoder.inspect({ body, ...light })).toMatchObject({ width: 64 });
  });

  it('gives a picture that is being decoded for nobody a moment, then its process ends and the next one is decoded', async () => {
    const slow = createDecoderPool({ processes: 1, inspectTimeoutMs: 600_000 });
    try {
      await slow.warm();
      const caller = new AbortController();
      const blur =
        '<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"><feGaussianBlur stdDeviation="30"/><feTurbulence baseFrequency=".9" numOctaves="9"/></filter>';
      const endless = Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${blur}${'<g filter="url(#f)"><rect width="90" height="90"/></g>'.repeat(10_000)}</svg>`,
      );
      const abandoned = slow.inspect({ body: endless, ...light }, caller.signal);
      const next = slow.inspect({ body, ...light });
      caller.abort();
      expect(await abandoned).toMatchObject({ isUndecided: true });
      expect(await next).toMatchObject({ width: 64 });
    } finally {
      await slow.close();
    }
  });
});
