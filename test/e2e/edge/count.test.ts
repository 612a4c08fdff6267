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
import { fetchFromSite } from '../../support/siteImages.ts';

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
    // Before the edge has an answer to a search that took too long.
    await fetchFromSite('plain.lighthouse.com');
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
    expect(await requestCount(1 + 240)).toBe(1 + 240);
  });

  it('is kept by the edge itself: few requests reach the gateway, and each domain gets its own image', async () => {
    const { account, token, requestCount } = await newPublishableKey();
    const direct = [
      await fetchFromSite('plain.lighthouse.com'),
      await fetchFromSite('drawn.lighthouse.com'),
      await fetchFromSite('plain.lighthouse.com?size=33'),
    ];
    let sent = 0;
    await eventually('the edge counts', async () => {
      sent += 1;
      await fetchImage('plain.lighthouse.com', { token, base: edge.images });
      return linesOf(account) > 0;
    });
    // Now and then the edge is asked to show that it can write, and then the gateway counts. So it does for a while after
    // a pause of either, hence perhaps more than one round.
    await eventually('the edge counts nearly all requests', async () => {
      const linesBefore = linesOf(account);
      for (let time = 0; time < 100; time += 1) {
        const { path = '', body: expected = Buffer.alloc(0) } = direct[time % direct.length] ?? {};
        const { body } = await fetchImage(path, { token, base: edge.images });
        expect(body.equals(expected)).toBe(true);
      }
      sent += 100;
      expect(await requestCount(sent)).toBe(sent);
      return linesOf(account) - linesBefore > 80;
    });
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
    // nginx's master does not end its workers when it is killed.
    for (const pid of await processTree(edge.pid() ?? 0)) process.kill(pid, 'SIGKILL');
    const before = result.answered;
    await eventually('the edge answers again', () => result.answered > before + 300);
    isLoading = false;
    await Promise.all(load);
    const counted = await requestCount(result.answered);
    expect(counted).toBeGreaterThanOrEqual(result.answered);
    expect(counted).toBeLessThanOrEqual(result.sent);
  });

  it('includes every answered request and counts none twice when the gateway is killed under load', async () => {
    const { token, requestCount } = await newPublishableKey();
    const { sent, answered, failures } = await killGatewayUnderLoad(10, (number) =>
      fetchImage(`plain.lighthouse.com?size=${20 + (number % 30)}`, { token, base: edge.images }),
    );
    expect(failures.filter((status) => status !== 503)).toEqual([]);
    const counted = await requestCount(answered);
    expect(counted).toBeGreaterThanOrEqual(answered);
    expect(counted).toBeLessThanOrEqual(sent);
  });
});
