import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../runtime/settings.ts';
import { dumpObjects } from '../../storage/backup/objects.ts';
import { openObjectStore } from '../../storage/objectStore.ts';
import { picturesBucket, sourcesPrefix } from '../../storage/pictures.ts';
import { type ObjectStoreServer, startObjectStoreServer } from './objectStoreServer.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightread-objects-'));
let objectStore: ObjectStoreServer;
let dump: () => ReturnType<typeof dumpObjects>;

function pathOf(at: number): string {
  return `${picturesBucket}/${sourcesPrefix}${at}`;
}

beforeAll(async () => {
  objectStore = await startObjectStoreServer();
  const { client } = openObjectStore(readSettings({ MINIO_ENDPOINT: objectStore.address }));
  dump = () => dumpObjects(client, folder);
  for (const at of [1, 2, 3, 4, 5, 6]) {
    objectStore.objects.set(pathOf(at), { body: Buffer.from(`object ${at}`), headers: {} });
  }
});
afterAll(async () => {
  await objectStore.close();
  rmSync(folder, { recursive: true, force: true });
});

const unhandled: unknown[] = [];
function collect(reason: unknown) {
  return unhandled.push(reason);
}
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', collect);
});
afterEach(() => {
  process.off('unhandledRejection', collect);
  objectStore.faultOf = () => undefined;
});

/** A promise that the test resolves. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** Waits until the client has seen the answers that were sent before: a request of its own takes longer than those. */
async function answersArrived() {
  await fetch(objectStore.address);
  await nextTurn();
}

describe('the copy of the objects', () => {
  it('has every object', async () => {
    expect(await dump()).toMatchObject({ count: 6 });
  });

  it('leaves out an object that expires after it was listed', async () => {
    objectStore.faultOf = (path) => (path === pathOf(2) ? 404 : undefined);
    expect(await dump()).toMatchObject({ count: 5 });
  });

  it('fails once if two objects fail while the one before them is still being copied', async () => {
    const first = gate();
    const failed = new Set<string>();
    objectStore.faultOf = async (path) => {
      if (path === pathOf(1)) await first.passed;
      if (path !== pathOf(2) && path !== pathOf(3)) return undefined;
      failed.add(path);
      if (failed.size === 2) void answersArrived().then(first.open);
      return 403;
    };
    await expect(dump()).rejects.toMatchObject({ code: 'AccessDenied' });
    await answersArrived();
    expect(unhandled).toEqual([]);
  });

  it('fails once if another object fails after the copy has already failed', async () => {
    const third = gate();
    objectStore.faultOf = async (path) => {
      if (path === pathOf(3)) await third.passed;
      return path === pathOf(2) || path === pathOf(3) ? 403 : undefined;
    };
    await expect(dump()).rejects.toMatchObject({ code: 'AccessDenied' });
    third.open();
    await answersArrived();
    expect(unhandled).toEqual([]);
  });
});
