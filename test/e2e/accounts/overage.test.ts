import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newUser, type User } from '../../support/accounts.ts';
import { images } from '../../support/client.ts';
import { signInAs } from '../../support/dashboardClient.ts';
import { eventually } from '../../support/eventually.ts';
import { type SecondGateway, startSecondGateway } from '../../support/secondGateway.ts';
import { killProcess } from '../../support/stackProcesses.ts';
import { openStackStorage } from '../../support/storage.ts';

async function mailsTo(email: string): Promise<string[]> {
  return JSON.parse(await (await fetch(`${inject('env')['MAILBOX']}/?to=${encodeURIComponent(email)}`)).text());
}
/** The allowance of the plan `plain`. */
const allowance = 10;
const banner = 'Over this month’s allowance';

describe('more image requests than the plan includes', () => {
  let person: User;
  let second: SecondGateway;
  beforeAll(async () => {
    [person, second] = await Promise.all([newUser('plain'), startSecondGateway()]);
  });
  afterAll(() => second?.stop());

  const ask = async (address: string) =>
    (await fetch(`${address}/lighthouse.com?token=${person.publishableKey}&size=16`)).status;

  it('are all answered; the banner shows from the one that crosses, and one mail is sent', async () => {
    const visitor = await signInAs(person);
    for (let asked = 0; asked < allowance; asked += 1) expect(await ask(images())).toBe(200);
    expect((await visitor.get('/keys')).html).not.toContain(banner);

    expect(await ask(images())).toBe(200);
    for (const path of ['/', '/keys', '/usage', '/jobs', '/playground/scrape', '/icons', '/account']) {
      expect((await visitor.get(path)).html, path).toContain(banner);
    }

    // Many notice at once, in two gateways, and a worker is lost on the way.
    await Promise.all([
      ...Array.from({ length: 20 }, (_, at) => ask(at % 2 === 0 ? images() : second.imageAddress)),
      visitor.get('/usage'),
      killProcess('worker-flow'),
    ]);
    await eventually('the mail has come', async () => (await mailsTo(person.email)).length > 0);
    const [mail = ''] = await mailsTo(person.email);
    expect(mail).toMatch(/^Subject: Your image requests are over the allowance of /m);
    expect(mail).toMatch(/includes\s+10 a month/);
    expect(mail).toMatch(/Nothing is blocked/);
  });

  it('no second mail comes, neither from more requests nor after a restart', async () => {
    const visitor = await signInAs(person);
    await killProcess('gateway');
    await eventually(
      'the gateway is back',
      async () => (await visitor.get('/usage').catch(() => undefined))?.status === 200,
    );
    await Promise.all(Array.from({ length: 10 }, () => ask(images())));
    await Promise.all(Array.from({ length: 10 }, () => ask(second.imageAddress)));
    await visitor.get('/usage');

    // What would send a second one has run by the time that somebody else, who crosses later, has theirs.
    const later = await newUser('plain');
    const storage = openStackStorage();
    const day = new Date().toISOString().slice(0, 10);
    await storage.usage.record('a test', [{ account: later.id, key: 'any', day, requests: allowance + 1 }], {
      durable: true,
    });
    await storage.close();
    await (await signInAs(later)).get('/usage');
    await eventually('the later mail has come', async () => (await mailsTo(later.email)).length > 0);

    expect(await mailsTo(person.email)).toHaveLength(1);
    const { html } = await visitor.get('/account');
    expect(html).toContain('over the allowance of');
    expect(html).toContain('sent by mail');
  });
});
