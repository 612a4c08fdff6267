import { beforeAll, describe, expect, it } from 'vitest';
import { keyId, newUser, type User } from '../../support/accounts.ts';
import { call } from '../../support/client.ts';
import { DashboardClient, signInAs } from '../../support/dashboardClient.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';

describe('the keys and jobs of an account', () => {
  let owner: User;
  let own: DashboardClient;
  let other: DashboardClient;
  let job: string;

  beforeAll(async () => {
    owner = await newUser('small');
    [own, other] = await Promise.all([signInAs(owner), newUser('small').then(signInAs)]);
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

  it('can be opened by the owner', async () => {
    for (const path of pages()) expect((await own.get(path)).status, path).toBe(200);
  });

  it('answer 404 to another account', async () => {
    for (const path of pages()) expect((await other.get(path)).status, path).toBe(404);
  });

  it('cannot be changed by another account', async () => {
    const csrf = await other.csrfToken();
    for (const [path, fields] of changes())
      expect((await other.post(path, { ...fields, csrf })).status, path).toBe(404);
    const key = await own.get(`/keys/${keyId(owner.publishableKey)}`);
    expect(key.html).not.toMatch(/stolen|evil/);
  });

  it('appear on no page of another account', async () => {
    for (const path of ['/', '/keys', '/jobs', '/usage', '/playground/icon', '/account']) {
      const { html } = await other.get(path);
      for (const secret of [owner.email, owner.id, owner.publishableKey, job]) {
        expect(html.includes(secret), `${secret} on ${path}`).toBe(false);
      }
    }
    expect((await other.get('/usage.csv')).html.split('\r\n')).toHaveLength(2);
  });

  it('cannot be changed by a form without a CSRF token or with the token of another session', async () => {
    const foreign = await other.csrfToken();
    const forms: [string, Record<string, string>][] = [
      ...changes(),
      ['/keys', { kind: 'secret', name: 'forged' }],
      ['/jobs', { urls: site('/a') }],
      ['/account/password', { current: owner.password, next: 'a forged password' }],
      ['/sign-out', {}],
      ['/sign-out-everywhere', {}],
    ];
    for (const [path, fields] of forms) {
      for (const csrf of ['', foreign]) {
        expect((await own.post(path, { ...fields, csrf })).status, `${path} with "${csrf}"`).toBe(403);
      }
    }
    const json = { 'content-type': 'application/json', 'x-csrf-token': foreign };
    const playground = await own.request('/playground/scrape', { method: 'POST', body: '{}', headers: json });
    expect(playground.status).toBe(403);
    expect((await own.get('/keys')).html).not.toContain('forged');
  });

  it('can be neither opened nor changed without signing in', async () => {
    const stranger = new DashboardClient();
    for (const path of ['/', '/keys', '/usage', '/usage.csv', '/jobs', '/playground/scrape', '/account', ...pages()]) {
      expect((await stranger.get(path)).location, path).toMatch(/^\/sign-in/);
    }
    for (const [path, fields] of changes()) expect((await stranger.post(path, fields)).status, path).toBe(401);
  });
});
