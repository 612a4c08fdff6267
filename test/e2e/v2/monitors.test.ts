import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';

interface Answer<Data> {
  success: boolean;
  data: Data;
  error?: string;
}
interface Monitor {
  id: string;
  status: string;
  schedule: object;
  targets: object[];
}
interface Check {
  id: string;
  status: string;
  summary: object;
  pages: object[];
}

const wanted = {
  name: 'Harbor',
  schedule: { text: 'every 30 minutes', timezone: 'UTC' },
  targets: [{ type: 'scrape', urls: [site('/lighthouse?watched')], scrapeOptions: { formats: ['markdown'] } }],
  webhook: { url: site('/hook'), events: ['monitor.page'] },
  notification: { email: { enabled: false } },
};

describe('/v2/monitor', () => {
  it('makes, shows, changes, runs and removes a monitor', async () => {
    const { key } = await newAccount();
    const ask = <Data>(path: string, options: object = {}) =>
      call<Answer<Data>>(`/v2/monitor${path}`, { key, ...options });
    const made = await ask<Monitor>('', { body: wanted });
    expect(made.status).toBe(200);
    const { id } = made.body.data;
    expect(made.body.data).toMatchObject({
      name: 'Harbor',
      status: 'active',
      schedule: { text: 'every 30m', timezone: 'UTC' },
      targets: [{ type: 'scrape', urls: [site('/lighthouse?watched')] }],
      webhook: { url: site('/hook') },
      createdAt: expect.any(String),
    });
    expect((await ask<Monitor[]>('')).body.data).toHaveLength(1);
    const firstIsOver = async () => {
      const { data } = (await ask<Check[] | undefined>(`/${id}/checks`)).body;
      return data?.length === 1 && data[0]?.status === 'completed';
    };
    await eventually('the first check is over', firstIsOver);
    const run = () => ask<Check>(`/${id}/run`, { body: {} });
    let ran = await run();
    // 503 says that the check will begin, but has not done so within seconds.
    await eventually('a check begins in time', async () => {
      if (ran.status === 503) ran = await run();
      return ran.status !== 503;
    });
    expect(ran).toMatchObject({ status: 200, body: { data: { monitorId: id, trigger: 'manual' } } });
    const detail = async () => (await ask<Check | undefined>(`/${id}/checks/${ran.body.data.id}`)).body.data;
    await eventually('the check is over', async () => (await detail())?.status === 'completed');
    expect(await detail()).toMatchObject({ summary: { totalPages: 1, same: 1, error: 0 }, pages: [] });

    const update = { name: 'Port', status: 'paused', schedule: { cron: '0 9 * * 1-5' } };
    expect((await ask<Monitor>(`/${id}`, { method: 'PATCH', body: update })).body.data).toMatchObject({
      name: 'Port',
      status: 'paused',
      schedule: { cron: '0 9 * * 1-5' },
    });
    expect((await ask<Monitor>(`/${id}`)).body.data.status).toBe('paused');
    expect((await ask(`/${id}`, { method: 'DELETE' })).body).toEqual({ success: true });
    expect(await ask(`/${id}`)).toMatchObject({ status: 404, body: { success: false } });
  });

  it('watches a site', async () => {
    const { key } = await newAccount();
    const targets = [{ type: 'crawl', url: site('/'), crawlOptions: { limit: 2 } }];
    const { status, body } = await call<Answer<Monitor>>('/v2/monitor', { key, body: { ...wanted, targets } });
    expect(status).toBe(200);
    expect(body.data.targets).toMatchObject([{ type: 'crawl', url: site('/') }]);
    await call(`/v2/monitor/${body.data.id}`, { key, method: 'DELETE' });
  });

  it.each([
    [{ schedule: undefined }, '`schedule` is required.'],
    [{ schedule: { text: 'now and then' } }, '`schedule`: say it as a `cron` expression'],
    [{ schedule: { cron: '* * * * *' } }, 'more often than every five minutes'],
    [{ schedule: { text: 'hourly', timezone: 'Asia/Tokyo' } }, 'times are in UTC'],
    [{ targets: [] }, '`targets` must be a list'],
    [{ targets: [{ type: 'search', queries: ['a'] }] }, 'not searches'],
    [{ notification: { email: { enabled: true } } }, 'not by mail'],
    [{ goal: 'prices' }, '`goal`: every change is told'],
  ])('refuses what it cannot do: %j', async (change, sentence) => {
    const { status, body } = await call<Answer<Monitor>>('/v2/monitor', { body: { ...wanted, ...change } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, error: expect.stringContaining(sentence) });
  });
});
