import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newUser, type User } from '../../support/accounts.ts';
import { sightread } from '../../support/cli.ts';
import { call } from '../../support/client.ts';
import { type DashboardClient, signInAs } from '../../support/dashboardClient.ts';
import { eventually } from '../../support/eventually.ts';

function keyId(key: string) {
  return createHash('sha256').update(key).digest('hex');
}

describe('keys', () => {
  let account: User;
  let visitor: DashboardClient;
  beforeAll(async () => {
    account = await newUser('plain');
    visitor = await signInAs(account);
  });

  async function make(kind: string, name: string) {
    const { html } = await visitor.submit('/keys', { kind, name });
    return /data-copy="((?:sr|pk)_[A-Za-z0-9]+)"/.exec(html.slice(html.indexOf('data-made')))?.[1] ?? '';
  }

  it('a secret key is shown once, works at once, and never again stands on a page', async () => {
    const key = await make('secret', 'Server <b>');
    expect(key).toMatch(/^sr_[A-Za-z0-9]{40}$/);
    expect((await call('/v1/credits', { key })).status).toBe(200);
    const { html } = await visitor.get('/keys');
    expect(html).toContain('Server &lt;b&gt;');
    expect(html).not.toContain(key);
    expect((await visitor.get(`/keys/${keyId(key)}`)).html).not.toContain(key);
  });

  it('its last use is noted', async () => {
    const key = await make('secret', 'Used');
    const used = async () => !(await visitor.get(`/keys/${keyId(key)}`)).html.includes('never');
    expect(await used()).toBe(false);
    await call('/v1/credits', { key });
    await eventually('the use is noted', used);
  });

  it('a deleted key stops within a second', async () => {
    const key = await make('secret', 'Short-lived');
    expect((await call('/v1/credits', { key })).status).toBe(200);
    expect(await visitor.submit(`/keys/${keyId(key)}/delete`)).toMatchObject({
      status: 303,
      location: '/keys?done=deleted',
    });
    await eventually('the key is refused', async () => (await call('/v1/credits', { key })).status === 401, 1_500);
  });

  it('origins are checked line by line, saved in one spelling, and tried', async () => {
    const id = keyId(account.publishableKey);
    const refused = await visitor.submit(`/keys/${id}/origins`, { entries: 'example.com\nhttps://x.com\n*.com' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Leave the scheme away');
    expect(refused.html).toContain('would allow every site');

    const saved = await visitor.submit(`/keys/${id}/origins`, {
      entries: 'Example.COM\n\n *.shop.example \nexample.com',
    });
    expect(saved.status).toBe(303);
    const listed = JSON.parse(await sightread('key', 'list', '--account', account.id, '--json'));
    const record = listed.find((each: { key?: string }) => each.key === account.publishableKey);
    expect(record.origins).toEqual(['example.com', '*.shop.example']);

    async function tried(origin: string) {
      const { html } = await visitor.submit(`/keys/${id}/origins/check`, {
        entries: 'example.com\n*.shop.example',
        try: origin,
      });
      return html.slice(html.indexOf('data-tried')).replace(/<[^>]+>/g, '');
    }
    expect(await tried('https://example.com')).toContain('Allowed: the list names example.com');
    expect(await tried('a.shop.example')).toContain('Allowed: a wildcard of the list covers a.shop.example');
    expect(await tried('shop.example')).toContain('Not allowed: nothing in the list covers shop.example');
    expect(await tried('http://localhost:5173')).toContain('Allowed: localhost');
  });

  it('names are held to a length', async () => {
    for (const name of ['', ' ', 'x'.repeat(81)]) {
      expect((await visitor.submit('/keys', { kind: 'secret', name })).status).toBe(400);
    }
    expect((await visitor.submit('/keys', { kind: 'master', name: 'x' })).status).toBe(400);
  });
});
