import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, findNginx, newRequestId, openEdge } from '../../support/edge.ts';
import { eventually } from '../../support/eventually.ts';
import { fetchImage } from '../../support/imageClient.ts';

const nginx = await findNginx();

/** Where nginx writes, in front of what it keeps, until when it may be served: the second of its eight-byte numbers. */
const expiryAt = 8;
function nowS() {
  return Math.floor(Date.now() / 1000);
}
function secondsLeft(file: string) {
  return Number(readFileSync(file).readBigInt64LE(expiryAt)) - nowS();
}

/** As if so much time had passed since then. */
async function expireSince(file: string, seconds: number) {
  const number = Buffer.alloc(8);
  number.writeBigInt64LE(BigInt(nowS() - seconds));
  const handle = await open(file, 'r+');
  await handle.write(number, 0, number.length, expiryAt);
  await handle.close();
}

describe.skipIf(!nginx)('at the edge', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await openEdge(nginx ?? '');
  });
  afterAll(() => edge?.stop());

  async function ask(path: string) {
    const id = newRequestId();
    const answer = await fetchImage(path, { at: edge.images, headers: { 'x-request-id': id } });
    const [status = ''] = await edge.cacheStatuses([id]);
    return { ...answer, edgeStatus: status };
  }

  it.each([
    ['an icon', 'plain.lighthouse.com', 'icon/plain.lighthouse.com/128-png-light-monogram-1x', 86_400],
    ['a monogram', 'bare.lighthouse.com', 'icon/bare.lighthouse.com/128-png-light-monogram-1x', 3_600],
    ['a 404', 'bare.lighthouse.com?fallback=404', 'icon/bare.lighthouse.com/128-png-light-404-1x', 3_600],
  ])('%s is kept for its time and not longer', async (_, path, rendition, lifetime) => {
    const first = await ask(path);
    expect(first.headers.get('cache-control')).toBe(`private, max-age=${lifetime}`);
    const file = edge.cacheFile(rendition);
    const left = secondsLeft(file);
    expect(left).toBeLessThanOrEqual(lifetime);
    expect(left).toBeGreaterThan(lifetime - 60);
    expect((await ask(path)).edgeStatus).toBe('HIT');

    await expireSince(file, 100);
    const later = await ask(path);
    expect(later.edgeStatus).toBe('EXPIRED');
    expect(later.body.equals(first.body)).toBe(true);
    expect(secondsLeft(file)).toBeGreaterThan(lifetime - 60);
  });

  it('in the minute after its time the old one is given out at once, and renewed behind the answer', async () => {
    const path = 'plain.lighthouse.com?size=111';
    await ask(path);
    const file = edge.cacheFile('icon/plain.lighthouse.com/111-png-light-monogram-1x');
    await expireSince(file, 5);
    const old = await ask(path);
    expect({ status: old.status, edge: old.edgeStatus, said: old.headers.get('x-cache') }).toEqual({
      status: 200,
      edge: 'STALE',
      said: 'STALE',
    });
    await eventually('it is renewed', () => secondsLeft(file) > 86_000);
    expect((await ask(path)).edgeStatus).toBe('HIT');
  });
});
