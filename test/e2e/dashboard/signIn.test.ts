import Keygrip from 'keygrip';
import { beforeAll, describe, expect, it } from 'vitest';
import { newUser, type User } from '../../support/accounts.ts';
import { DashboardClient, signInAs } from '../../support/dashboardClient.ts';
import { stackEnv } from '../../support/stackEnv.ts';

const sessionName = 'sightread_session';

/** A session cookie as the gateway signs it, with a changed payload. */
function changedSession(
  from: DashboardClient,
  change: (payload: Record<string, unknown>) => void,
  secret = stackEnv('SESSION_SECRET'),
) {
  const [payload = ''] = from.cookies.get(sessionName)?.split('.') ?? [];
  const content = JSON.parse(Buffer.from(payload, 'base64url').toString());
  change(content);
  const changed = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${changed}.${new Keygrip([secret], 'sha256').sign(changed)}`;
}

/** The moment that many days ago. */
function days(count: number): number {
  return Date.now() - count * 24 * 60 * 60 * 1000;
}

describe('signing in to the dashboard', () => {
  let user: User;
  beforeAll(async () => {
    user = await newUser('small');
  });

  it('is required first, and returns to the page that was requested', async () => {
    const client = new DashboardClient();
    const redirect = await client.get('/usage?month=2026-01');
    expect(redirect).toMatchObject({ status: 302, location: '/sign-in?to=%2Fusage%3Fmonth%3D2026-01' });
    const csrf = await client.csrfToken(redirect.location);
    const answer = await client.post('/sign-in', {
      email: user.email,
      password: user.password,
      to: '/usage?month=2026-01',
      csrf,
    });
    expect(answer).toMatchObject({ status: 303, location: '/usage?month=2026-01' });
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'does not redirect to %s',
    async (to) => {
      const client = new DashboardClient();
      const csrf = await client.csrfToken('/sign-in');
      expect(await client.post('/sign-in', { email: user.email, password: user.password, to, csrf })).toMatchObject({
        status: 303,
        location: '/',
      });
    },
  );

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const client = new DashboardClient();
    const { headers } = await client.signIn(user.email, user.password);
    const cookie = headers.getSetCookie().find((line) => line.startsWith(sessionName));
    expect(cookie).toMatch(/httponly/i);
    expect(cookie).toMatch(/samesite=lax/i);
    expect(cookie).toMatch(/expires=/i);
  });

  it('gives the same answer for a wrong password and an unknown email', async () => {
    const wrong = await new DashboardClient().signIn(user.email, 'not this one');
    const unknown = await new DashboardClient().signIn('nobody@example.com', 'not this one');
    for (const { status, html } of [wrong, unknown]) {
      expect(status).toBe(401);
      expect(html).toContain('do not belong together');
    }
  });

  it('accepts the email in any case', async () => {
    expect((await new DashboardClient().signIn(user.email.toUpperCase(), user.password)).status).toBe(303);
  });

  it('lasts until a week after the last visit', async () => {
    const client = await signInAs(user);
    client.cookies.set(
      sessionName,
      changedSession(client, (content) => Object.assign(content, { at: days(6.9) })),
    );
    expect((await client.get('/keys')).status).toBe(200);
    client.cookies.set(
      sessionName,
      changedSession(client, (content) => Object.assign(content, { at: days(7.1) })),
    );
    expect((await client.get('/keys')).status).toBe(302);
  });

  it('ends thirty days after signing in, however often it is used', async () => {
    const client = await signInAs(user);
    const since = (age: number) => changedSession(client, (content) => Object.assign(content, { since: days(age) }));
    const [young, old] = [since(29.9), since(30.1)];
    client.cookies.set(sessionName, young);
    expect((await client.get('/keys')).status).toBe(200);
    client.cookies.set(sessionName, old);
    expect((await client.get('/keys')).status).toBe(302);
  });

  it('does not accept a session with a foreign signature', async () => {
    const client = await signInAs(user);
    const forged = changedSession(
      client,
      (content) => Object.assign(content, { account: 'acc_owner' }),
      'some other secret',
    );
    client.cookies.set(sessionName, forged);
    expect((await client.get('/keys')).status).toBe(302);
  });

  it('ends with signing out, for this session only', async () => {
    const [here, there] = await Promise.all([signInAs(user), signInAs(user)]);
    const copy = here.cookies.get(sessionName) ?? '';
    expect(await here.submit('/sign-out')).toMatchObject({ status: 303, location: '/sign-in' });
    expect((await here.get('/keys')).status).toBe(302);
    // A copy of the cookie is worth nothing after that.
    here.cookies.set(sessionName, copy);
    expect((await here.get('/keys')).status).toBe(302);
    expect((await there.get('/keys')).status).toBe(200);
  });

  it('ends with signing out everywhere, for every session', async () => {
    const [here, there] = await Promise.all([signInAs(user), signInAs(user)]);
    await here.submit('/sign-out-everywhere');
    expect((await there.get('/keys')).status).toBe(302);
    expect(await there.get('/')).toMatchObject({ status: 302, location: '/sign-in' });
    expect((await there.get('/sign-in')).status).toBe(200);
    expect((await there.signIn(user.email, user.password)).status).toBe(303);
    expect((await there.get('/keys')).status).toBe(200);
  });

  it('ends in other sessions when the password changes, and then needs the new password', async () => {
    const otherUser = await newUser('small');
    const [here, there] = await Promise.all([signInAs(otherUser), signInAs(otherUser)]);
    const change = (current: string, next: string) => here.submit('/account/password', { current, next });
    expect(await change('not the current one', 'another long password')).toMatchObject({ status: 400 });
    expect((await change(otherUser.password, 'short')).html).toContain('at least 10 characters');
    expect(await change(otherUser.password, 'another long password')).toMatchObject({ status: 303 });
    expect((await here.get('/keys')).status).toBe(200);
    expect((await there.get('/keys')).status).toBe(302);
    expect((await new DashboardClient().signIn(otherUser.email, otherUser.password)).status).toBe(401);
    expect((await new DashboardClient().signIn(otherUser.email, 'another long password')).status).toBe(303);
  });

  it('is refused after eight wrong passwords, even with the right one', async () => {
    const otherUser = await newUser('small');
    const guesses = [];
    for (let guess = 0; guess < 9; guess += 1)
      guesses.push(await new DashboardClient().signIn(otherUser.email, `guess ${guess}`));
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 429]);
    const right = await new DashboardClient().signIn(otherUser.email, otherUser.password);
    expect(right.status).toBe(429);
    expect(right.html).toContain('Too many tries');
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    // Other accounts are not affected.
    expect((await new DashboardClient().signIn(user.email, user.password)).status).toBe(303);
  });

  it('works after an open sign-up, which accepts an email only once', async () => {
    const email = `new-${Date.now()}@example.com`;
    const signUp = (fields: Record<string, string>) => new DashboardClient().submit('/sign-up', fields, '/sign-up');
    expect((await signUp({ email: 'no address', password: 'long enough password' })).status).toBe(400);
    expect((await signUp({ email, password: 'short' })).status).toBe(400);
    expect(await signUp({ email, password: 'long enough password' })).toMatchObject({ status: 303, location: '/' });
    expect((await signUp({ email, password: 'long enough password' })).status).toBe(409);
    const client = await signInAs({ email, password: 'long enough password' });
    expect((await client.get('/account')).html).toContain('free');
  });

  it('leads to pages with strict security headers', async () => {
    const client = await signInAs(user);
    for (const path of ['/', '/keys', '/sign-in', '/nothing-here']) {
      const { headers } = await client.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/default-src 'none'/);
      expect(policy).toMatch(/script-src 'self'(;|$)/);
      expect(policy).toMatch(/frame-ancestors 'none'/);
      expect(policy).not.toMatch(/unsafe/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
  });
});
