import Keygrip from 'keygrip';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { newUser, type User } from '../../support/accounts.ts';
import { DashboardClient, signInAs } from '../../support/dashboardClient.ts';

const sessionName = 'sightread_session';

/** A session as the gateway would write it, with something about it changed. */
function session(
  from: DashboardClient,
  change: (payload: Record<string, unknown>) => void,
  secret = inject('env')['SESSION_SECRET'],
) {
  const [payload = ''] = from.cookies.get(sessionName)?.split('.') ?? [];
  const content = JSON.parse(Buffer.from(payload, 'base64url').toString());
  change(content);
  const changed = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${changed}.${new Keygrip([secret ?? ''], 'sha256').sign(changed)}`;
}

describe('signing in to the dashboard', () => {
  let account: User;
  beforeAll(async () => {
    account = await newUser('plain');
  });

  it('whoever is not signed in is asked to, and comes back to where they wanted to go', async () => {
    const visitor = new DashboardClient();
    const asked = await visitor.get('/usage?month=2026-01');
    expect(asked).toMatchObject({ status: 302, location: '/sign-in?to=%2Fusage%3Fmonth%3D2026-01' });
    const csrf = await visitor.csrfToken(asked.location);
    const answer = await visitor.post('/sign-in', {
      email: account.email,
      password: account.password,
      to: '/usage?month=2026-01',
      csrf,
    });
    expect(answer).toMatchObject({ status: 303, location: '/usage?month=2026-01' });
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'nobody is sent to %s after signing in',
    async (to) => {
      const visitor = new DashboardClient();
      const csrf = await visitor.csrfToken('/sign-in');
      expect(
        await visitor.post('/sign-in', { email: account.email, password: account.password, to, csrf }),
      ).toMatchObject({ status: 303, location: '/' });
    },
  );

  it('the session is out of reach of scripts and other sites', async () => {
    const visitor = new DashboardClient();
    const { headers } = await visitor.signIn(account.email, account.password);
    const cookie = headers.getSetCookie().find((line) => line.startsWith(sessionName));
    expect(cookie).toMatch(/httponly/i);
    expect(cookie).toMatch(/samesite=lax/i);
    expect(cookie).toMatch(/expires=/i);
  });

  it('a wrong password and an unknown email get the same answer', async () => {
    const wrong = await new DashboardClient().signIn(account.email, 'not this one');
    const unknown = await new DashboardClient().signIn('nobody@example.com', 'not this one');
    for (const { status, html } of [wrong, unknown]) {
      expect(status).toBe(401);
      expect(html).toContain('do not belong together');
    }
  });

  it('the email may be spelled in any case', async () => {
    expect((await new DashboardClient().signIn(account.email.toUpperCase(), account.password)).status).toBe(303);
  });

  it('a session ends a week after the last visit', async () => {
    const visitor = await signInAs(account);
    const days = (count: number) => Date.now() - count * 24 * 60 * 60 * 1000;
    visitor.cookies.set(
      sessionName,
      session(visitor, (content) => Object.assign(content, { at: days(6.9) })),
    );
    expect((await visitor.get('/keys')).status).toBe(200);
    visitor.cookies.set(
      sessionName,
      session(visitor, (content) => Object.assign(content, { at: days(7.1) })),
    );
    expect((await visitor.get('/keys')).status).toBe(302);
  });

  it('a session that we did not sign is none', async () => {
    const visitor = await signInAs(account);
    const forged = session(visitor, (content) => Object.assign(content, { account: 'acc_owner' }), 'some other secret');
    visitor.cookies.set(sessionName, forged);
    expect((await visitor.get('/keys')).status).toBe(302);
  });

  it('signing out ends this session only', async () => {
    const [here, there] = await Promise.all([signInAs(account), signInAs(account)]);
    expect(await here.submit('/sign-out')).toMatchObject({ status: 303, location: '/sign-in' });
    expect((await here.get('/keys')).status).toBe(302);
    expect((await there.get('/keys')).status).toBe(200);
  });

  it('signing out everywhere ends every session', async () => {
    const [here, there] = await Promise.all([signInAs(account), signInAs(account)]);
    await here.submit('/sign-out-everywhere');
    expect((await there.get('/keys')).status).toBe(302);
    expect(await there.get('/')).toMatchObject({ status: 302, location: '/sign-in' });
    expect((await there.get('/sign-in')).status).toBe(200);
    expect((await there.signIn(account.email, account.password)).status).toBe(303);
    expect((await there.get('/keys')).status).toBe(200);
  });

  it('a changed password ends the other sessions, and is the one that works from then on', async () => {
    const person = await newUser('plain');
    const [here, there] = await Promise.all([signInAs(person), signInAs(person)]);
    const change = (current: string, next: string) => here.submit('/account/password', { current, next });
    expect(await change('not the current one', 'another long password')).toMatchObject({ status: 400 });
    expect((await change(person.password, 'short')).html).toContain('at least 10 characters');
    expect(await change(person.password, 'another long password')).toMatchObject({ status: 303 });
    expect((await here.get('/keys')).status).toBe(200);
    expect((await there.get('/keys')).status).toBe(302);
    expect((await new DashboardClient().signIn(person.email, person.password)).status).toBe(401);
    expect((await new DashboardClient().signIn(person.email, 'another long password')).status).toBe(303);
  });

  it('guessing is stopped, whatever the next guess is', async () => {
    const person = await newUser('plain');
    const guesses = [];
    for (let guess = 0; guess < 9; guess += 1)
      guesses.push(await new DashboardClient().signIn(person.email, `guess ${guess}`));
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 429]);
    const right = await new DashboardClient().signIn(person.email, person.password);
    expect(right.status).toBe(429);
    expect(right.html).toContain('Too many tries');
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    // Somebody else is not held up by it.
    expect((await new DashboardClient().signIn(account.email, account.password)).status).toBe(303);
  });

  it('where sign-up is open, anybody makes an account, and one only', async () => {
    const email = `new-${Date.now()}@example.com`;
    const signUp = (fields: Record<string, string>) => new DashboardClient().submit('/sign-up', fields, '/sign-up');
    expect((await signUp({ email: 'no address', password: 'long enough password' })).status).toBe(400);
    expect((await signUp({ email, password: 'short' })).status).toBe(400);
    expect(await signUp({ email, password: 'long enough password' })).toMatchObject({ status: 303, location: '/' });
    expect((await signUp({ email, password: 'long enough password' })).status).toBe(409);
    const visitor = await signInAs({ email, password: 'long enough password' });
    expect((await visitor.get('/account')).html).toContain('free');
  });

  it('every page comes with strict headers', async () => {
    const visitor = await signInAs(account);
    for (const path of ['/', '/keys', '/sign-in', '/nothing-here']) {
      const { headers } = await visitor.get(path);
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
