import { randomUUID } from 'node:crypto';
import { MongoClient, MongoErrorLabel, MongoInvalidArgumentError, MongoNetworkError, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../contracts/failures.ts';
import { openObjectStore, pagesBucket } from '../../storage/objectStore.ts';
import { outageOf } from '../../storage/outage.ts';
import { freePort } from '../support/processes.ts';
import { openTestStorage } from './testStorage.ts';

const { client, db, settings, objectStore, close } = await openTestStorage();
afterAll(close);

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => Promise.reject(new Error('the call did not fail')),
    (error: unknown) => error,
  );
}

function expectOutage(error: unknown) {
  const outage = outageOf(error);
  expect(outage).toBeInstanceOf(Failure);
  expect(outage).toMatchObject({ kind: 'StorageDown', cause: error });
}

function serverError(code: number) {
  return new MongoServerError({ message: `error ${code}`, code });
}

describe('an error of the database', () => {
  /** Only commands of this client fail; those of the other test files do not have its name. */
  const appName = `outage-${randomUUID()}`;
  const failing = new MongoClient(settings.MONGODB_URI, { appName, retryReads: false, retryWrites: false });
  const records = failing.db().collection<{ _id: number }>('records');
  beforeAll(async () => {
    await db.collection<{ _id: number }>('records').insertOne({ _id: 1 });
  });
  afterAll(async () => {
    await client.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' });
    await failing.close();
  });

  async function failCommands(fault: { errorCode: number } | { closeConnection: true }) {
    const data = { failCommands: ['find', 'insert', 'update'], appName, ...fault };
    await client.db('admin').command({ configureFailPoint: 'failCommand', mode: 'alwaysOn', data });
  }

  it('is an outage if no server can be selected', async () => {
    const absent = new MongoClient(`mongodb://127.0.0.1:${await freePort()}`, { serverSelectionTimeoutMS: 50 });
    expectOutage(await errorOf(absent.db().command({ ping: 1 })));
    await absent.close();
  });

  it('is an outage if the server closes the connection in the middle of a read, a write or a bulk write', async () => {
    await failCommands({ closeConnection: true });
    expectOutage(await errorOf(records.findOne({})));
    expectOutage(await errorOf(records.insertOne({ _id: 2 })));
    const wrapped = await errorOf(records.bulkWrite([{ insertOne: { document: { _id: 2 } } }]));
    // The case is about an error that is not itself of the class by which the others are recognized.
    expect(wrapped).not.toBeInstanceOf(MongoNetworkError);
    expectOutage(wrapped);
    expectOutage(await errorOf(records.insertMany([{ _id: 2 }, { _id: 3 }])));
  });

  it('is an outage if the server answers a write or a bulk write that it is shutting down', async () => {
    await failCommands({ errorCode: 91 });
    expectOutage(await errorOf(records.updateOne({ _id: 1 }, { $set: { changed: true } })));
    expectOutage(await errorOf(records.bulkWrite([{ insertOne: { document: { _id: 2 } } }])));
  });

  it.each([91, 134, 189, 246, 10107, 11600, 11602, 13435, 13436])(
    'is an outage if its code %i means that the server starts, stops or hands over',
    (code) => {
      expectOutage(serverError(code));
    },
  );

  it.each([
    MongoErrorLabel.RetryableWriteError,
    MongoErrorLabel.TransientTransactionError,
    MongoErrorLabel.UnknownTransactionCommitResult,
  ])('is an outage if it has the label %s', (label) => {
    const labeled = serverError(1);
    labeled.addErrorLabel(label);
    expectOutage(labeled);
  });

  it('is no outage if the write itself was wrong', async () => {
    const healthy = db.collection<{ _id: number }>('records');
    expect(outageOf(await errorOf(healthy.insertOne({ _id: 1 })))).toBeUndefined();
    expect(outageOf(await errorOf(healthy.bulkWrite([{ insertOne: { document: { _id: 1 } } }])))).toBeUndefined();
    expect(outageOf(await errorOf(healthy.updateOne({ _id: 1 }, { $nonsense: {} })))).toBeUndefined();
    expect(outageOf(new MongoInvalidArgumentError('nonsense'))).toBeUndefined();
  });
});

describe('an error of the object store', () => {
  const { client: store } = openObjectStore(settings);
  const read = () => store.getObject(pagesBucket, 'page');

  it('is an outage if nothing listens at its address', async () => {
    const absent = openObjectStore({ ...settings, MINIO_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
    expectOutage(await errorOf(absent.client.getObject(pagesBucket, 'page')));
  });

  it('is an outage if the connection is reset', async () => {
    objectStore.faultOf = () => 'reset';
    expectOutage(await errorOf(read()));
  });

  it('is an outage if the store keeps answering 503', async () => {
    // The client warns about each retry.
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    objectStore.faultOf = () => 503;
    expectOutage(await errorOf(read()));
    warn.mockRestore();
  });

  it.each(['EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])('is an outage if its code is %s', (code) => {
    expectOutage(Object.assign(new Error('connect'), { code }));
  });

  it.each([
    ['there is no such object', undefined],
    ['access is denied', 403],
  ])('is no outage if %s', async (_, status) => {
    objectStore.faultOf = () => status;
    expect(outageOf(await errorOf(read()))).toBeUndefined();
  });
});

describe('any other error', () => {
  it.each([
    new Error('something else'),
    new TypeError('undefined is not a function'),
    Object.assign(new Error('no such file'), { code: 'ENOENT' }),
    new Failure('PageUnreachable', 'The site did not answer.'),
    'ECONNREFUSED',
    { code: 'ECONNREFUSED' },
    undefined,
  ])('is no outage: %s', (error) => {
    expect(outageOf(error)).toBeUndefined();
  });
});
