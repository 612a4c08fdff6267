import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, findNginx, newRequestId, openEdge } from '../../support/edge.ts';
import { eventually } from '../../support/eventually.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { fetchFromSite, waitForSearch } from '../../support/siteImages.ts';

const nginx = await findNginx();

/** The offset of the expiry time in nginx's cache file header: the second of its eight-byte numbers. */
const expiryOffset = 8;

function nowSeconds() {
  return Math.floor(Date.now() / 1000);
}

function secondsLeft(file: string) {
  return Number(readFileSync(file).readBigInt64LE(expiryOffset)) - nowSeconds();
}

/** Rewrites the cache file as if it had expired this long ago. */
async function setExpiredFor(file: string, seconds: number) {
  const number = Buffer.alloc(8);
  number.writeBigInt64LE(BigInt(nowSeconds() - seconds));
  const handle = await open(file, 'r+');
  await handle.write(number, 0, number.length, expiryOffset);
  await handle.close();
}

describe.skipIf(!nginx)('the cache of the edge', () => {
  let edge: Edge;
  /** One with an icon, and one without that no other file asks for: it is searched again an hour after the first time. */
  const hosts = { plain: '', bare: 'bare3.lighthouse.com' };
  beforeAll(async () => {
    edge = await openEdge(nginx ?? '');
    hosts.plain = (await fetchFromSite('plain.lighthouse.com')).path;
    await waitForSearch(hosts.bare);
  });
  afterAll(() => edge?.stop());

  async function request(path: string) {
    const id = newRequestId();
    const answer = await fetchImage(path, { base: edge.images, headers: { 'x-request-id': id } });
    const [status = ''] = await edge.cacheStatuses([id]);
    return { ...answer, edgeStatus: status };
  }

  it.each([
    ['an icon', 'plain', 'monogram', 86_400],
    ['a monogram', 'bare', 'monogram', 3_600],
    ['a 404', 'bare', '404', 3_600],
  ] as const)('serves %s until its max-age and fetches it again afterwards', async (_, site, fallback, lifetime) => {
    const path = `${hosts[site]}?fallback=${fallback}`;
    const first = await request(path);
    expect(first.headers.get('cache-control')).toBe(`private, max-age=${lifetime}`);
    const file = edge.cacheFile(`icon/${hosts[site]}/128-png-light-${fallback}-1x`);
    const left = secondsLeft(file);
    expect(left).toBeLessThanOrEqual(lifetime);
    expect(left).toBeGreaterThan(lifetime - 60);
    expect((await request(path)).edgeStatus).toBe('HIT');

    await setExpiredFor(file, 100);
    const later = await request(path);
    expect(later.edgeStatus).toBe('EXPIRED');
    expect(later.body.equals(first.body)).toBe(true);
    expect(secondsLeft(file)).toBeGreaterThan(lifetime - 60);
  });

  it('serves an icon stale within a minute after its max-age and renews it in the background', async () => {
    const path = `${hosts.plain}?size=111`;
    await request(path);
    const file = edge.cacheFile(`icon/${hosts.plain}/111-png-light-monogram-1x`);
    await setExpiredFor(file, 5);
    const old = await request(path);
    expect({ status: old.status, edge: old.edgeStatus, header: old.headers.get('x-cache') }).toEqual({
      status: 200,
      edge: 'STALE',
      header: 'STALE',
    });
    await eventually('the icon is renewed', () => secondsLeft(file) > 86_000);
    expect((await request(path)).edgeStatus).toBe('HIT');
  });
});
