import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { readSettings } from '../../runtime/settings.ts';
import type { Job } from '../../storage/jobs.ts';
import type { Key } from '../../storage/keys.ts';
import { openStorage, type Storage } from '../../storage/storage.ts';
import { testSecretsKeys } from '../support/keyrings.ts';
import { newJob } from '../support/storage.ts';
import { failedPage } from './settledPages.ts';
import { openTestStorage } from './testStorage.ts';

const { storage, settings, db, close } = await openTestStorage();
afterAll(close);
const { batches, jobs, urls, pages, keys } = storage;

const secret = 'open-sesame';
const withPassword = `http://ali:${secret}@site.example/cave`;
const shown = 'http://site.example/cave';

async function storedText(collection: string, filter: { _id?: string; job?: string; index?: number }): Promise<string> {
  const record = await db.collection<{ _id: string }>(collection).findOne(filter);
  return JSON.stringify(record, (_, value) => (value?._bsontype === 'Binary' ? value.toString('latin1') : value));
}

const typedSecret = { type: 'write', text: secret } as const;

function jobWithSecrets() {
  return newJob(randomUUID(), {
    options: {
      ...newJob('').options,
      headers: { authorization: secret },
      cookies: { session: secret },
      actions: [typedSecret],
      timeout: 1_000,
    },
    webhook: { url: `http://ali:${secret}@hook.example/`, headers: { 'x-token': secret }, metadata: { token: secret } },
  });
}

describe('a sealed job', () => {
  it('shows neither headers, cookies, actions nor webhook in the database, and has them when it is read', async () => {
    const job = jobWithSecrets();
    await batches.open(job, { allowance: null });
    expect(await storedText('jobs', { _id: job._id })).not.toContain(secret);
    expect(await jobs.find(job._id)).toEqual(job);
    expect(await jobs.findOwn(job._id, job.account)).toEqual(job);
    expect(await jobs.ofAccount(job.account, { offset: 0, limit: 10 })).toEqual([job]);
    expect(await jobs.end(job._id, 'completed')).toMatchObject({ options: job.options, webhook: job.webhook });
  });

  it('of an earlier version is read in clear', async () => {
    const job = jobWithSecrets();
    await db.collection<Job>('jobs').insertOne(job);
    expect(await jobs.find(job._id)).toEqual(job);
  });

  it('is read after the key was replaced, for as long as the old key is listed', async () => {
    const job = jobWithSecrets();
    await batches.open(job, { allowance: null });
    async function findWith(SECRETS_KEYS: string) {
      const { MONGODB_URI, MINIO_ENDPOINT } = settings;
      const other = openStorage(readSettings({ MONGODB_URI, MINIO_ENDPOINT, SECRETS_KEYS }));
      return other.jobs.find(job._id).finally(() => other.close());
    }
    const newKey = `new:${'n'.repeat(32)}`;
    expect(await findWith(`${newKey},${testSecretsKeys}`)).toEqual(job);
    await expect(findWith(newKey)).rejects.toThrow('was encrypted with the key "test"');
  });
});

describe('a URL with a password', () => {
  it('is whole in the list of a batch, and stored without the password', async () => {
    const job = randomUUID();
    const entries = [
      { index: 0, url: withPassword, also: [2] },
      { index: 1, url: 'http://site.example/@ali' },
    ];
    await urls.store({
      job,
      account: 'acc',
      round: 0,
      chunkSize: 5,
      entries,
      expiresAt: new Date(Date.now() + 60_000),
    });
    const stored = await storedText('urls', { _id: `${job}:0:0` });
    expect(stored).not.toContain(secret);
    expect(stored).toContain(shown);
    expect(await urls.chunk(job, 0, 0)).toEqual(entries);
  });

  it('is shown without the password in results and failures, and is whole for a retry', async () => {
    const job = await batches.open(newJob(randomUUID()), { allowance: null });
    const page = failedPage(0);
    const item = { ...page.item, url: withPassword, metadata: { sourceURL: withPassword } };
    await batches.settle(job, [{ ...page, also: [3], item }]);
    for (const index of [0, 3]) {
      expect(await storedText('pages', { job: job._id, index })).not.toContain(secret);
      expect(await pages.find(job._id, index)).toMatchObject({ url: shown, metadata: { sourceURL: shown } });
    }
    expect(await pages.failures(job._id)).toMatchObject([
      { index: 0, url: shown, requestedUrl: withPassword },
      { index: 3, url: shown, requestedUrl: withPassword },
    ]);
  });
});

describe('the webhook secret of a key', () => {
  it('is sealed; that of an earlier version is read in clear', async () => {
    const key = makeKey('secret');
    await keys.save({ key, kind: 'secret', account: 'acc', name: 'a key' });
    const saved = await keys.find(key);
    const id = saved?._id ?? '';
    const webhookSecret = saved?.webhookSecret ?? '';
    expect(webhookSecret.length).toBeGreaterThan(16);
    expect(await storedText('keys', { _id: id })).not.toContain(webhookSecret);
    expect(await keys.webhookSecret(id)).toBe(webhookSecret);
    await db.collection<Key>('keys').updateOne({ _id: id }, { $set: { webhookSecret: 'in clear' } });
    expect((await keys.find(key))?.webhookSecret).toBe('in clear');
  });

  it('is sealed again with a new key; a process that has none of its keys does not start', async () => {
    const key = makeKey('secret');
    await keys.save({ key, kind: 'secret', account: 'acc', name: 'a key' });
    const webhookSecret = (await keys.find(key))?.webhookSecret;
    async function startWith<T>(SECRETS_KEYS: string, use: (storage: Storage) => Promise<T>): Promise<T> {
      const { MONGODB_URI, MINIO_ENDPOINT } = settings;
      const other = openStorage(readSettings({ MONGODB_URI, MINIO_ENDPOINT, SECRETS_KEYS }));
      return other.keys
        .prepare()
        .then(() => use(other))
        .finally(() => other.close());
    }
    const newKey = `new:${'n'.repeat(32)}`;
    const find = (other: Storage) => other.keys.find(key);
    await expect(startWith(newKey, find)).rejects.toThrow(/SECRETS_KEYS must have the keys .* "test"/);
    await expect(startWith(`test:${'x'.repeat(32)}`, find)).rejects.toThrow(/does not open with the key "test"/);
    expect(await startWith(`${newKey},${testSecretsKeys}`, find)).toMatchObject({ webhookSecret });
    expect(await startWith(newKey, find)).toMatchObject({ webhookSecret });
    // As before, for the other tests.
    await startWith(`${testSecretsKeys},${newKey}`, find);
  });
});
