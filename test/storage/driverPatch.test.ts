import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { MongoClient, MongoNetworkError } from 'mongodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import '../../storage/driverPatch.ts';
import { newDatabaseUri } from './testStorage.ts';

const opened: Socket[] = [];
function onSocket(message: unknown) {
  opened.push((message as { socket: Socket }).socket);
}
subscribe('net.client.socket', onSocket);

const uri = newDatabaseUri();
const client = new MongoClient(uri, { maxPoolSize: 1 });
const withoutRetries = new MongoClient(uri, { maxPoolSize: 1, retryWrites: false });
afterAll(async () => {
  unsubscribe('net.client.socket', onSocket);
  await Promise.all([client.close(), withoutRetries.close()]);
});

/** As when the server is killed: they are closed, but say so only after what is running now. */
function closeSockets() {
  for (const socket of opened.splice(0)) socket.destroy();
}

// Without the patch each of them would wait forever.
describe('a command that is written to a socket which is closed, but has not said so', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    await Promise.all([client, withoutRetries].map((each) => each.db().collection('records').findOne({})));
  });

  it('is repeated on another connection', async () => {
    closeSockets();
    expect(await client.db().collection('records').findOne({})).toBeNull();
    closeSockets();
    const inserted = await client.db().collection('records').insertOne({ text: 'once' });
    expect(inserted.acknowledged).toBe(true);
    expect(await client.db().collection('records').countDocuments()).toBe(1);
  });

  it('fails where it may not be repeated', async () => {
    closeSockets();
    await expect(withoutRetries.db().collection('records').insertOne({})).rejects.toBeInstanceOf(MongoNetworkError);
  });

  it('fails if it is too large for the socket to take at once', async () => {
    const inserted = withoutRetries
      .db()
      .collection('records')
      .insertOne({ text: 'x'.repeat(10_000_000) });
    // Now it waits for the socket to drain.
    await new Promise(setImmediate);
    closeSockets();
    await expect(inserted).rejects.toBeInstanceOf(MongoNetworkError);
  });
});
