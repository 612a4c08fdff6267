import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newUser, type User } from '../../support/accounts.ts';
import { call } from '../../support/client.ts';
import { type DashboardClient, signInAs } from '../../support/dashboardClient.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';

function keyId(key: string) {
  return createHash('sha256').update(key).digest('hex');
}

describe('what belongs to one account', () => {
  let owner: User;
  let mine: DashboardClient;
  let other: DashboardClient;
  let job: string;

  beforeAll(async () => {
    owner = await newUser('plain');
    [mine, other] = await Promise.all([signInAs(owner), newUser('plain').then(signInAs)]);
    const { body } = await call('/v1/batch/scrape', {
      key: owner.secretKey,
      body: { urls: [site('/a'), site('/status?code=404')] },
    });
    job = String(body['id']);
    await eventually('the job has ended', async () => {
      const status = await call(`/v1/batch/scrape/${job}`, { key: owner.secretKey });
      return status.body['status'] === 'completed';
    });
  });

  const pages = () => [
    `/keys/${keyId(owner.secretKey)}`,
    `/keys/${keyId(owner.publishableKey)}`,
    `/jobs/${job}`,
    `/jobs/${job}/errors`,
    `/jobs/${job}/webhooks`,
    `/jobs/${job}/items/0`,
    `/jobs/${job}/results.ndjson`,
  ];
  const changes = (): [string, Record<string, string>][] => [
    [`/keys/${keyId(owner.publishableKey)}/name`, { name: 'stolen' }],
    [`/keys/${keyId(owner.publishableKey)}/origins`, { entries: 'evil.example' }],
    [`/keys/${keyId(owner.publishableKey)}/origins/check`, { entries: '', try: '' }],
    [`/keys/${keyId(owner.publishableKey)}/delete`, {}],
    [`/keys/${keyId(owner.secretKey)}/delete`, {}],
    [`/jobs/${job}/cancel`, {}],
    [`/jobs/${job}/retry`, {}],
  ];

  it('opens to its owner', async () => {
    for (const path of pages()) expect((await mine.get(path)).status, path).toBe(200);
  });

  it('is not there for another account', async () => {
    for (const path of pages()) expect((await other.get(path)).status, path).toBe(404);
  });

  it('is not changed by another account', async () => {
    const csrf = await other.csrfToken();
    for (const [path, fields] of changes())
      expect((await other.post(path, { ...fields, csrf })).status, path).toBe(404);
    const key = await mine.get(`/keys/${keyId(owner.publishableKey)}`);
    expect(key.html).not.toMatch(/stolen|evil/);
  });

  it('stands in no list of another account', async () => {
    for (const path of ['/', '/keys', '/jobs', '/usage', '/playground/icon', '/account']) {
      const { html } = await other.get(path);
      for (const secret of [owner.email, owner.id, owner.publishableKey, job]) {
        expect(html.includes(secret), `${secret} on ${path}`).toBe(false);
      }
    }
    expect((await other.get('/usage.csv')).html.split('\r\n')).toHaveLength(2);
  });

  it('is not changed by a form without its token, nor with another session’s', async () => {
    const foreign = await other.csrfToken();
    const own: [string, Record<string, string>][] = [
      ...changes(),
      ['/keys', { kind: 'secret', name: 'forged' }],
      ['/jobs', { urls: site('/a') }],
      ['/account/password', { current: owner.password, next: 'a forged password' }],
      ['/sign-out', {}],
      ['/sign-out-everywhere', {}],
    ];
    for (const [path, fields] of own) {
      for (const csrf of ['', foreign]) {
        expect((await mine.post(path, { ...fields, csrf })).status, `${path} with "${csrf}"`).toBe(403);
      }
    }
    const json = { 'content-type': 'application/json', 'x-csrf-token': foreign };
    const playground = await mine.request('/playground/scrape', { method: 'POST', body: '{}', headers: json });
    expect(playground.status).toBe(403);
    expect((await mine.get('/keys')).html).not.toContain('forged');
  });

  it('is closed to who is not signed in', async () => {
    const nobody = new (mine.constructor as typeof DashboardClient)();
    for (const path of ['/', '/keys', '/usage', '/usage.csv', '/jobs', '/playground/scrape', '/account', ...pages()]) {
      expect((await nobody.get(path)).location, path).toMatch(/^\/sign-in/);
    }
    for (const [path, fields] of changes()) expect((await nobody.post(path, fields)).status, path).toBe(401);
  });
});
