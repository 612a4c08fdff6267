import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { processTree } from '../../../activities/egress/processTree.ts';
import { type Edge, findNginx, openEdge } from '../../support/edge.ts';
import { eventually } from '../../support/eventually.ts';
import { killGatewayUnderLoad } from '../../support/gatewayKill.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';

const nginx = await findNginx();

/** How many lines with this text the edge has written into its files. */
function linesOf(text: string): number {
  const folder = inject('env')['EDGE_COUNTS_FOLDER'] ?? '';
  const files = readdirSync(folder).filter((name) => name.endsWith('.edge'));
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean));
  return lines.filter((line) => line.includes(text)).length;
}

describe.skipIf(!nginx)('the count of image requests at the edge', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await openEdge(nginx ?? '');
  });
  afterAll(() => edge?.stop());

  it('includes simultaneous hits, misses, HEAD, 304, 404 and 400 answers once each, and no refusals', async () => {
    const { token, requestCount } = await newPublishableKey(['example.com']);
    const base = edge.images;
    const { headers } = await fetchImage('plain.lighthouse.com', { token, base });
    const etag = headers.get('etag') ?? '';
    const requests = Array.from({ length: 40 }, (_, n) => [
      fetchImage('plain.lighthouse.com', { token, base }),
      fetchImage(`plain.lighthouse.com?size=${100 + (n % 10)}`, { token, base }),
      fetchImage('plain.lighthouse.com', { token, base, method: 'HEAD' }),
      fetchImage('plain.lighthouse.com', { token, base, headers: { 'if-none-match': etag } }),
      fetchImage('bare.lighthouse.com?fallback=404', { token, base }),
      fetchImage('nodot', { token, base }),
    ]).flat();
    const refused = Array.from({ length: 20 }, () => [
      fetchImage('plain.lighthouse.com', { token, base, headers: { origin: 'https://other.com' } }),
      fetchImage('plain.lighthouse.com', { token: 'pk_0000000000000000000000000000', base }),
      fetchImage('plain.lighthouse.com', { token, base, method: 'OPTIONS' }),
    ]).flat();
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    await Promise.all(refused);
    expect(
      Object.fromEntries([200, 304, 404, 400].map((each) => [each, statuses.filter((s) => s === each).length])),
    ).toEqual({ 200: 120, 304: 40, 404: 40, 400: 40 });
    expect(await requestCount()).toBe(1 + 240);
  });

  it('is kept by the edge itself: few requests reach the gateway, and each domain gets its own image', async () => {
    const { token, requestCount } = await newPublishableKey();
    const paths = ['plain.lighthouse.com', 'drawn.lighthouse.com', 'plain.lighthouse.com?size=33'];
    const direct = await Promise.all(paths.map(async (path) => (await fetchImage(path, { token })).body));
    await eventually('the edge counts', async () => {
      await fetchImage('plain.lighthouse.com', { token, base: edge.images });
      return linesOf('icon plain.lighthouse.com') > 0;
    });
    const [before, linesBefore] = [await requestCount(), linesOf('')];
    for (let time = 0; time < 100; time += 1) {
      const at = time % paths.length;
      const { body } = await fetchImage(paths[at] ?? '', { token, base: edge.images });
      expect(body.equals(direct[at] ?? Buffer.alloc(0))).toBe(true);
    }
    expect(await requestCount()).toBe(before + 100);
    // Now and then the edge is asked to show that it can write, and then the gateway counts.
    expect(linesOf('') - linesBefore).toBeGreaterThan(80);
  });

  it('includes every answered request and counts none twice when the edge is killed under load', async () => {
    const { token, requestCount } = await newPublishableKey();
    const result = { sent: 0, answered: 0 };
    let isLoading = true;
    const load = Array.from({ length: 10 }, async () => {
      while (isLoading) {
        result.sent += 1;
        const answer = await fetchImage('plain.lighthouse.com', { token, base: edge.images }).catch(() => undefined);
        if (answer?.status === 200) result.answered += 1;
        else await sleep(20);
      }
    });
    await eventually('there is load', () => result.answered > 500);
    const before = result.answered;
    // nginx's master does not end its workers when it is killed.
    for (const pid of await processTree(edge.pid() ?? 0)) process.kill(pid, 'SIGKILL');
    await eventually('the edge answers again', () => result.answered > before + 300, 30_000);
    isLoading = false;
    await Promise.all(load);
    const counted = await requestCount();
    expect(counted).toBeGreaterThanOrEqual(result.answered);
    expect(counted).toBeLessThanOrEqual(result.sent);
  });

  it('includes every answered request and counts none twice when the gateway is killed under load', async () => {
    const { token, requestCount } = await newPublishableKey();
    const { sent, answered, failures } = await killGatewayUnderLoad(10, (number) =>
      fetchImage(`plain.lighthouse.com?size=${20 + (number % 30)}`, { token, base: edge.images }),
    );
    expect(new Set(failures)).toEqual(new Set([503]));
    const counted = await requestCount();
    expect(counted).toBeGreaterThanOrEqual(answered);
    expect(counted).toBeLessThanOrEqual(sent);
  });
});
