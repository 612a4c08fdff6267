import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKey } from '../../../contracts/accounts/keys.ts';
import { newUser } from '../../support/accounts.ts';
import { api, call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { type HeldSite, heldTimeoutMs, startHeldSite } from '../../support/heldSite.ts';
import { type SecondGateway, startSecondGateway } from '../../support/secondGateway.ts';
import { openStackStorage } from '../../support/storage.ts';

describe('the limits of a plan', () => {
  let second: SecondGateway;
  let held: HeldSite;
  beforeAll(async () => {
    second = await startSecondGateway();
    held = await startHeldSite();
  });
  afterAll(async () => {
    await second?.stop();
    await held?.close();
  });

  /** The requests of a test alternate between the two. */
  const gateways = () => [api(), second.address];

  it('count requests per minute over all gateways, and refuse further requests with 429', async () => {
    const { secretKey: key } = await newUser('twenty-requests');
    const answers = [];
    for (let sent = 0; sent < 24; sent += 1) {
      // The empty body is refused, and the request counts all the same.
      answers.push(await call(`${gateways()[sent % 2]}/v1/scrape`, { key, body: {} }));
    }
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual([...Array(20).fill(400), ...Array(4).fill(429)]);

    const [first] = answers;
    expect(first?.headers.get('ratelimit-limit')).toBe('20');
    expect(first?.headers.get('ratelimit-remaining')).toBe('19');
    const last = answers.at(-1);
    const retryAfter = Number(last?.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(last?.headers.get('ratelimit-remaining')).toBe('0');
    expect(last?.body).toEqual({ error: `This account may make 20 requests a minute; try again in ${retryAfter} s.` });

    // GET requests have a limit of their own, ten times as high.
    const polls = await Promise.all(
      Array.from({ length: 205 }, (_, at) => call(`${gateways()[at % 2]}/v1/credits`, { key })),
    );
    expect(polls.filter(({ status }) => status === 200)).toHaveLength(200);
    expect(polls.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('count the requests per minute of all keys of an account together', async () => {
    const { id, secretKey } = await newUser('twenty-requests');
    const other = makeKey('secret');
    const storage = openStackStorage();
    await storage.keys.save({ key: other, kind: 'secret', account: id, name: 'Another' });
    await storage.close();
    await Promise.all(Array.from({ length: 25 }, () => call('/v1/scrape', { key: secretKey, body: {} })));
    expect((await call('/v1/scrape', { key: secretKey, body: {} })).status).toBe(429);
    expect((await call('/v1/scrape', { key: other, body: {} })).status).toBe(429);
  });

  it('count concurrent pages for an account over all gateways', async () => {
    const { secretKey: key } = await newUser('three-pages');
    const paths = ['/0', '/1', '/2'];
    const started = paths.map((path, at) =>
      call(`${gateways()[at % 2]}/v1/scrape`, { key, body: { url: held.page(path), timeout: heldTimeoutMs } }),
    );
    await eventually('all three are being read', () => paths.every((path) => held.asked(path) > 0));
    for (const gateway of gateways()) {
      const refused = await call(`${gateway}/v1/scrape`, { key, body: { url: site('/a') } });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.body['error']).toMatch(/allows 3 pages at a time/);
    }
    held.release();
    expect((await Promise.all(started)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await eventually('there is room again', async () => {
      return (await call('/v1/scrape', { key, body: { url: site('/a') } })).status === 200;
    });
  });
});
