import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { picturesBucket } from '../../storage/pictures.ts';
import { openStorage } from '../../storage/storage.ts';
import { openTestStorage } from './testStorage.ts';

const { settings, objectStore, close } = await openTestStorage();
afterAll(close);

/** A process of its own: each remembers for a while that the object store was unreachable. */
const processes: ReturnType<typeof openStorage>[] = [];

function startProcess() {
  const storage = openStorage(settings);
  processes.push(storage);
  return storage.pictures;
}
afterEach(async () => {
  objectStore.faultOf = () => undefined;
  await Promise.all(processes.splice(0).map((each) => each.close()));
});

const rendition = { body: Buffer.from('picture'), contentType: 'image/png', from: 'site' as const };

describe('pictures', () => {
  it('are stored with their type and origin', async () => {
    const pictures = startProcess();
    await pictures.putSource('digest', Buffer.from('source'), 'image/svg+xml');
    await pictures.putRendition('name', rendition);
    expect(await pictures.getSource('digest')).toEqual(Buffer.from('source'));
    expect(await pictures.getRendition('name')).toEqual(rendition.body);
    expect(objectStore.objects.get(`${picturesBucket}/renditions/name`)?.headers).toMatchObject({
      'content-type': 'image/png',
      'x-amz-meta-from': 'site',
    });
  });

  it('that were never made are undefined', async () => {
    expect(await startProcess().getRendition('never made')).toBeUndefined();
  });

  it('made while the object store is unreachable are read by every process, then and after the outage', async () => {
    objectStore.faultOf = () => 'reset';
    const maker = startProcess();
    await maker.putRendition('made meanwhile', rendition);
    expect(await maker.getRendition('made meanwhile')).toEqual(rendition.body);
    expect(await startProcess().getRendition('made meanwhile')).toEqual(rendition.body);

    objectStore.faultOf = () => undefined;
    expect(await startProcess().getRendition('made meanwhile')).toEqual(rendition.body);
  });

  it('do not keep trying an object store that has just been unreachable', async () => {
    let requests = 0;
    objectStore.faultOf = () => {
      requests += 1;
      return 'reset';
    };
    const pictures = startProcess();
    for (const name of ['a', 'b', 'c']) await pictures.putRendition(name, rendition);
    expect(await pictures.getRendition('c')).toEqual(rendition.body);
    expect(requests).toBe(1);
  });

  it('are not written elsewhere when the object store refuses them', async () => {
    objectStore.faultOf = () => 403;
    await expect(startProcess().putRendition('refused', rendition)).rejects.toThrow();
    objectStore.faultOf = () => undefined;
    expect(await startProcess().getRendition('refused')).toBeUndefined();
  });
});
