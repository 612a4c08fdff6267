import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { keyId, newAccount, newUser, type User } from '../../support/accounts.ts';
import { createBatch, getJob, waitForJob } from '../../support/batches.ts';
import { runCli, sightread } from '../../support/cli.ts';
import { call } from '../../support/client.ts';
import { type DashboardClient, signInAs } from '../../support/dashboardClient.ts';
import { changedKeyMs, eventually } from '../../support/eventually.ts';
import { openRequests, site } from '../../support/fixtureSite.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { isAnywhere, placesNaming } from '../../support/leftovers.ts';
import { killProcess } from '../../support/stackProcesses.ts';
import { withStorage } from '../../support/storage.ts';

/** Several times as long as the deletion waits for stragglers: Temporal lists what is deleted for a while, on a busy machine for longer. */
const deletionMs = 300_000;
const timeout = 420_000;
/** What names the accounts that are deleted. Both deletions wait for stragglers, so the tests wait once for both. */
const namesOfDeleted: string[] = [];

/** Uses everything that keeps something for an account. Returns the jobs. */
async function useEverything({ id, secretKey: key, publishableKey: token }: User): Promise<string[]> {
  const deadReceiver = site('/status?code=503');
  const ended = await createBatch(
    { urls: [site('/deleted/a'), site('/large?kb=1500&deleted')], webhook: deadReceiver },
    { key },
  );
  await waitForJob(ended.id, undefined, key);
  const running = await createBatch({ urls: [site('/slow?ms=90000&deleted')], webhook: deadReceiver }, { key });
  expect((await call('/v1/scrape', { key, body: { url: site('/deleted/b'), formats: ['screenshot'] } })).status).toBe(
    200,
  );
  expect((await call('/v1/scrape', { key, body: { url: site('/status?code=404&deleted') } })).status).toBe(422);
  const schema = { type: 'object', properties: { title: { type: 'string' } } };
  const headers = { 'idempotency-key': randomUUID() };
  expect((await call('/v1/extract', { key, headers, body: { url: site('/deleted/c'), schema } })).status).toBe(200);
  expect((await call('/v1/branding', { key, body: { url: site('/deleted/d'), fields: ['colors'] } })).status).toBe(200);
  expect((await call('/v1/monitors', { key, body: { url: site('/deleted/e'), every: '1h' } })).status).toBe(200);
  // One more than the plan includes, which causes a mail.
  for (let size = 16; size < 27; size += 1) await fetchImage(`lighthouse.com?size=${size}`, { token });
  await withStorage(({ mails }) =>
    eventually('the mail is written', async () => (await mails.ofAccount(id, 1)).length === 1),
  );
  return [ended.id, running.id];
}

describe('an account that its owner deletes', { timeout }, () => {
  let user: User;
  let dashboard: DashboardClient;
  beforeAll(async () => {
    user = await newUser('small');
    dashboard = await signInAs(user);
    const jobs = await useEverything(user);
    namesOfDeleted.push(user.id, user.email, ...jobs, keyId(user.secretKey), keyId(user.publishableKey));
  });

  it('is named all over the stores before', async () => {
    const everywhere = [
      'accounts',
      'keys',
      'ledger',
      'balances',
      'jobs',
      'urls',
      'pages',
      'profiles',
      'answers',
      'events',
      'requests',
      'monitors',
    ];
    const more = ['usage', 'mails', 'rateLimits', 'concurrencySlots', 'sightread-pages', 'batchScrape', 'extract'];
    expect(await placesNaming(namesOfDeleted)).toEqual(expect.arrayContaining([...everywhere, ...more]));
  });

  it('stays when the email or the password is wrong', async () => {
    const { email, password } = user;
    for (const fields of [
      { email, password: 'a wrong password' },
      { email: 'someone@else.example', password },
    ]) {
      const refused = await dashboard.submit('/account/delete', fields);
      expect(refused.status).toBe(400);
      expect(refused.html).toContain('The email and password of this account are needed');
    }
    expect((await call('/v1/credits', { key: user.secretKey })).status).toBe(200);
  });

  it('is closed at once, although a worker is killed meanwhile', async () => {
    const { email, password, secretKey: key, publishableKey: token } = user;
    const other = await signInAs(user);
    expect(await dashboard.submit('/account/delete', { email, password })).toMatchObject({
      status: 303,
      location: '/sign-in?done=deleted',
    });
    await killProcess('worker-flow');
    await eventually(
      'the keys are refused',
      async () => (await call('/v1/credits', { key })).status === 401,
      changedKeyMs,
    );
    await eventually(
      'the image key too',
      async () => (await fetchImage('lighthouse.com', { token })).status === 401,
      changedKeyMs,
    );
    expect(await other.get('/keys')).toMatchObject({ status: 302, location: '/sign-in?to=%2Fkeys' });
    expect((await signInAs(user).catch((error: Error) => error.message)).toString()).toContain('401');

    await eventually('no page of it is being read', async () => (await openRequests()) === 0);
  });
});

describe('sightread account delete', { timeout }, () => {
  type Account = Awaited<ReturnType<typeof newAccount>>;
  let gone: Account;
  let neighbor: Account;
  let kept: string;
  beforeAll(async () => {
    [gone, neighbor] = await Promise.all([newAccount(), newAccount()]);
    [, kept] = await Promise.all([readPage(gone), readPage(neighbor)]);
  });

  /** Returns the job. */
  async function readPage({ key }: Account): Promise<string> {
    const { id } = await createBatch({ urls: [site('/deleted/e')] }, { key });
    await waitForJob(id, undefined, key);
    return id;
  }

  it('asks for a confirmation before it deletes', async () => {
    expect(await runCli('account', 'delete', gone.account)).toMatchObject({
      code: 1,
      err: expect.stringContaining('repeat its email (--email), or say --yes'),
    });
    expect(await runCli('account', 'delete', gone.account, '--email', 'x@example.com')).toMatchObject({ code: 1 });
    expect((await call('/v1/credits', { key: gone.key })).status).toBe(200);
    expect(await sightread('account', 'delete', gone.account, '--yes')).toBe(gone.account);
    namesOfDeleted.push(gone.account);
  });

  it('leaves nothing in any store, nor does a deletion by the owner, and does not touch other accounts', async () => {
    await eventually('nothing is left', async () => !(await isAnywhere(namesOfDeleted)), deletionMs).catch(
      async (cause) => {
        throw new Error(`left in ${await placesNaming(namesOfDeleted)}`, { cause });
      },
    );
    expect(await runCli('account', 'delete', gone.account, '--yes')).toMatchObject({
      code: 1,
      err: `There is no account ${gone.account}.`,
    });
    expect(await getJob(kept, '', neighbor.key)).toMatchObject({ status: 'completed', completed: 1 });
  });
});
