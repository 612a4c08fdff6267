import { beforeAll, describe, expect, it } from 'vitest';
import { keyId, newUser, type User } from '../../support/accounts.ts';
import { sightread } from '../../support/cli.ts';
import { call } from '../../support/client.ts';
import { type DashboardClient, signInAs } from '../../support/dashboardClient.ts';
import { changedKeyMs, eventually } from '../../support/eventually.ts';

describe('the key pages over HTTP', () => {
  let user: User;
  let client: DashboardClient;
  beforeAll(async () => {
    user = await newUser('small');
    client = await signInAs(user);
  });

  async function createKey(kind: string, name: string) {
    const { html } = await client.submit('/keys', { kind, name });
    return /data-copy="((?:sr|pk)_[A-Za-z0-9]+)"/.exec(html.slice(html.indexOf('data-made')))?.[1] ?? '';
  }

  it('show a new secret key once, and the key works at once', async () => {
    const key = await createKey('secret', 'Server <b>');
    expect(key).toMatch(/^sr_[A-Za-z0-9]{40}$/);
    expect((await call('/v1/credits', { key })).status).toBe(200);
    const { html } = await client.get('/keys');
    expect(html).toContain('Server &lt;b&gt;');
    expect(html).not.toContain(key);
    expect((await client.get(`/keys/${keyId(key)}`)).html).not.toContain(key);
  });

  it('show the last use of a key', async () => {
    const key = await createKey('secret', 'Used');
    const isUsed = async () => !(await client.get(`/keys/${keyId(key)}`)).html.includes('never');
    expect(await isUsed()).toBe(false);
    await call('/v1/credits', { key });
    await eventually('the use is shown', isUsed);
  });

  it('delete a key, which stops working within a second', async () => {
    const key = await createKey('secret', 'Short-lived');
    expect((await call('/v1/credits', { key })).status).toBe(200);
    expect(await client.submit(`/keys/${keyId(key)}/delete`)).toMatchObject({
      status: 303,
      location: '/keys?done=deleted',
    });
    await eventually(
      'the key is refused',
      async () => (await call('/v1/credits', { key })).status === 401,
      changedKeyMs,
    );
  });

  it('validate origins line by line, normalize them, and try one out', async () => {
    const id = keyId(user.publishableKey);
    const refused = await client.submit(`/keys/${id}/origins`, { entries: 'example.com\nhttps://x.com\n*.com' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Leave the scheme away');
    expect(refused.html).toContain('would allow every site');

    const saved = await client.submit(`/keys/${id}/origins`, {
      entries: 'Example.COM\n\n *.shop.example \nexample.com',
    });
    expect(saved.status).toBe(303);
    const listed = JSON.parse(await sightread('key', 'list', '--account', user.id, '--json'));
    const record = listed.find((each: { key?: string }) => each.key === user.publishableKey);
    expect(record.origins).toEqual(['example.com', '*.shop.example']);

    async function verdictOn(origin: string) {
      const { html } = await client.submit(`/keys/${id}/origins/check`, {
        entries: 'example.com\n*.shop.example',
        try: origin,
      });
      return html.slice(html.indexOf('data-tried')).replace(/<[^>]+>/g, '');
    }
    expect(await verdictOn('https://example.com')).toContain('Allowed: the list names example.com');
    expect(await verdictOn('a.shop.example')).toContain('Allowed: a wildcard of the list covers a.shop.example');
    expect(await verdictOn('shop.example')).toContain('Not allowed: nothing in the list covers shop.example');
    expect(await verdictOn('http://localhost:5173')).toContain('Allowed: localhost');
  });

  it('refuse a key without a name, with a long name or of an unknown kind', async () => {
    for (const name of ['', ' ', 'x'.repeat(81)]) {
      expect((await client.submit('/keys', { kind: 'secret', name })).status).toBe(400);
    }
    expect((await client.submit('/keys', { kind: 'master', name: 'x' })).status).toBe(400);
  });
});
