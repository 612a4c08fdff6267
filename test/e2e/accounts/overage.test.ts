import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUser, type User } from '../../support/accounts.ts';
import { images } from '../../support/client.ts';
import { signInAs } from '../../support/dashboardClient.ts';
import { eventually } from '../../support/eventually.ts';
import { type SecondGateway, startSecondGateway } from '../../support/secondGateway.ts';
import { stackEnv } from '../../support/stackEnv.ts';
import { killProcess } from '../../support/stackProcesses.ts';
import { openStackStorage } from '../../support/storage.ts';

async function mailsTo(email: string): Promise<string[]> {
  return JSON.parse(await (await fetch(`${stackEnv('MAIL_SERVER')}/?to=${encodeURIComponent(email)}`)).text());
}
/** The image requests of the plan `small`. */
const allowance = 10;
const banner = 'Over this month’s allowance';

describe('image requests beyond the allowance of the plan', () => {
  let user: User;
  let second: SecondGateway;
  beforeAll(async () => {
    [user, second] = await Promise.all([newUser('small'), startSecondGateway()]);
  });
  afterAll(() => second?.stop());

  const requestImage = async (address: string) =>
    (await fetch(`${address}/lighthouse.com?token=${user.publishableKey}&size=16`)).status;

  it('are all answered, show a banner from the first one on, and cause one mail', async () => {
    const dashboard = await signInAs(user);
    for (let sent = 0; sent < allowance; sent += 1) expect(await requestImage(images())).toBe(200);
    expect((await dashboard.get('/keys')).html).not.toContain(banner);

    expect(await requestImage(images())).toBe(200);
    for (const path of ['/', '/keys', '/usage', '/jobs', '/playground/scrape', '/icons', '/account']) {
      expect((await dashboard.get(path)).html, path).toContain(banner);
    }

    // Two gateways notice the overage at the same time, and a worker dies meanwhile.
    await Promise.all([
      ...Array.from({ length: 20 }, (_, at) => requestImage(at % 2 === 0 ? images() : second.imageAddress)),
      dashboard.get('/usage'),
      killProcess('worker-flow'),
    ]);
    await eventually('the mail has come', async () => (await mailsTo(user.email)).length > 0);
    const [mail = ''] = await mailsTo(user.email);
    expect(mail).toMatch(/^Subject: Your image requests are over the allowance of /m);
    expect(mail).toMatch(/includes\s+10 a month/);
    expect(mail).toMatch(/Nothing is blocked/);
  });

  it('cause no second mail, neither by further requests nor after a restart of the gateway', async () => {
    const dashboard = await signInAs(user);
    await killProcess('gateway');
    await eventually(
      'the gateway is back',
      async () => (await dashboard.get('/usage').catch(() => undefined))?.status === 200,
    );
    await Promise.all(Array.from({ length: 10 }, () => requestImage(images())));
    await Promise.all(Array.from({ length: 10 }, () => requestImage(second.imageAddress)));
    await dashboard.get('/usage');

    // A second mail would have been sent before the mail to another account that crosses its allowance later.
    const laterUser = await newUser('small');
    const storage = openStackStorage();
    const day = new Date().toISOString().slice(0, 10);
    await storage.usage.record('a test', [{ account: laterUser.id, key: 'any', day, requests: allowance + 1 }], {
      durable: true,
    });
    await storage.close();
    await (await signInAs(laterUser)).get('/usage');
    await eventually('the later mail has come', async () => (await mailsTo(laterUser.email)).length > 0);

    // If the worker was killed before it noted that the mail was sent, there is a copy, which mail programs show once.
    await eventually(
      'the mail is noted as sent',
      async () => (await dashboard.get('/account')).html.includes('sent by mail'),
      150_000,
    );
    expect((await dashboard.get('/account')).html).toContain('over the allowance of');
    const messageIds = (await mailsTo(user.email)).map((mail) => /^Message-ID:\s+(\S+)/im.exec(mail)?.[1]);
    expect(new Set(messageIds)).toEqual(new Set([expect.stringMatching(/^<overage\..+@sightread>/)]));
  });
});
