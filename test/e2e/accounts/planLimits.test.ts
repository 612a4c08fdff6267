import { describe, expect, it } from 'vitest';
import { newUser, type User } from '../../support/accounts.ts';
import { runCli } from '../../support/cli.ts';
import { type Answer, api, call } from '../../support/client.ts';
import { signInAs } from '../../support/dashboardClient.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { withStorage } from '../../support/storage.ts';

const slow = { urls: [site('/slow?ms=60000')] };
const webhook = 'http://site.example/hook';

function openJob({ secretKey: key }: User, body: object = slow): Promise<Answer<{ id: string; error?: string }>> {
  return call('/v1/batch/scrape', { key, body });
}

async function cancel({ secretKey: key }: User, id: string) {
  await call(`/v1/batch/scrape/${id}`, { key, method: 'DELETE' });
}

describe('the plan of an account limits', () => {
  it('the jobs that run at a time, also if all are asked for at once', async () => {
    const user = await newUser('two-of-each');
    const answers = await Promise.all(Array.from({ length: 6 }, () => openJob(user)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('5');
    expect(refused?.body.error).toMatch(/allows 2 jobs at a time/);
    expect(await withStorage(({ jobs }) => jobs.countOpen(user.id))).toEqual({ jobs: 2, webhooks: 0 });
    for (const { status, body } of answers) if (status === 200) await cancel(user, body.id);
    await eventually('there is room again', async () => (await openJob(user)).status === 200);
  });

  it('the jobs with a webhook that run at a time', async () => {
    const user = await newUser('two-of-each');
    const first = await openJob(user, { ...slow, webhook });
    expect(first.status).toBe(200);
    const second = await openJob(user, { ...slow, webhook });
    expect(second.status).toBe(429);
    expect(second.body.error).toMatch(/allows 1 job with a webhook at a time/);
    const third = await openJob(user);
    expect(third.status).toBe(200);
    for (const { body } of [first, third]) await cancel(user, body.id);
  });

  it('the event streams that are open at a time', async () => {
    const user = await newUser('two-of-each');
    const { body } = await openJob(user);
    const path = `${api()}/v1/batch/scrape/${body.id}/events`;
    const headers = { authorization: `Bearer ${user.secretKey}` };
    const connections = [new AbortController(), new AbortController()];
    for (const { signal } of connections) expect((await fetch(path, { headers, signal })).status).toBe(200);
    const refused = await call(`/v1/batch/scrape/${body.id}/events`, { key: user.secretKey });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.body['error']).toMatch(/allows 2 event streams at a time/);
    connections[0]?.abort();
    await eventually('there is room again', async () => {
      const next = new AbortController();
      const { status } = await fetch(path, { headers, signal: next.signal });
      next.abort();
      return status === 200;
    });
    connections[1]?.abort();
    await cancel(user, body.id);
  });

  it('its keys, in the dashboard and on the command line with the same sentence', async () => {
    // It has two keys from the beginning.
    const user = await newUser('two-of-each');
    const sentence =
      'The plan of this account allows 2 keys, and it has as many; delete one that is not used any more.';
    const client = await signInAs(user);
    const page = await client.submit('/keys', { kind: 'secret', name: 'One more' }, '/keys');
    expect({ status: page.status, says: page.html.includes(sentence) }).toEqual({ status: 409, says: true });
    const outcome = await runCli('key', 'create', '--account', user.id, '--kind', 'secret');
    expect(outcome).toMatchObject({ code: 1, err: expect.stringContaining(sentence) });
  });

  it('its keys, also if many are created at once', async () => {
    const user = await newUser('two-of-each');
    const outcomes = await withStorage(async (storage) => {
      for (const { _id } of await storage.keys.ofAccount(user.id)) await storage.keys.delete(_id);
      return Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          storage.createKey({ key: `sr_${user.id}${at}`, kind: 'secret', account: user.id, name: 'Race' }, 2),
        ),
      );
    });
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'too many')).toHaveLength(6);
  });
});
