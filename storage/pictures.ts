import type { PictureOrigin } from '../contracts/images/source.ts';
import type { FallbackPictures } from './fallbackPictures.ts';
import type { openObjectStore } from './objectStore.ts';
import { outageOf } from './outage.ts';

/** A rendition with what is stored beside its bytes. */
export interface Picture {
  body: Buffer;
  contentType: string;
  from: PictureOrigin;
}

export const picturesBucket = 'sightread-images';
export const sourcesPrefix = 'sources/';
const renditionsPrefix = 'renditions/';
/** An expired rendition is made again on request. */
const renditionLifetimeDays = 30;
/** After a failure the object store is not tried for this long, so that callers do not wait for it one after another. */
const circuitOpenMs = 10_000;

/**
 * Sources and renditions in the object store. Both are named by their content, so that nothing is ever overwritten. While
 * the store is unreachable, new pictures are written to the database and read from there.
 */
export function picturesIn(
  { client, makeBucket }: ReturnType<typeof openObjectStore>,
  fallbackPictures: FallbackPictures,
) {
  let circuitOpenUntil = 0;

  async function tryStore<T>(call: () => Promise<T>): Promise<{ answer: T } | 'unreachable'> {
    if (Date.now() < circuitOpenUntil) return 'unreachable';
    try {
      return { answer: await call() };
    } catch (error) {
      if (!outageOf(error)) throw error;
      circuitOpenUntil = Date.now() + circuitOpenMs;
      return 'unreachable';
    }
  }

  async function put(name: string, body: Buffer, metadata: Record<string, string>) {
    const stored = await tryStore(() => client.putObject(picturesBucket, name, body, body.length, metadata));
    if (stored === 'unreachable') await fallbackPictures.put(name, body);
  }

  /** Undefined if it has not been made yet, has expired, or cannot be read now. */
  async function get(name: string): Promise<Buffer | undefined> {
    const stored = await tryStore(() => read(name));
    return (stored === 'unreachable' ? undefined : stored.answer) ?? fallbackPictures.get(name);
  }

  async function read(name: string): Promise<Buffer | undefined> {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of await client.getObject(picturesBucket, name)) chunks.push(chunk);
      return Buffer.concat(chunks);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  return {
    async prepare() {
      await makeBucket(picturesBucket);
      const expiry = { Prefix: renditionsPrefix };
      await client.setBucketLifecycle(picturesBucket, {
        Rule: [{ ID: 'expire', Status: 'Enabled', Filter: expiry, Expiration: { Days: renditionLifetimeDays } }],
      });
    },
    putSource: (digest: string, body: Buffer, contentType: string) =>
      put(sourcesPrefix + digest, body, { 'Content-Type': contentType }),
    getSource: (digest: string) => get(sourcesPrefix + digest),
    /** The digests of stored sources that begin like this, and when each was last written. */
    async *sourcesLike(beginning: string): AsyncGenerator<{ digest: string; writtenAt: Date }> {
      const listing = client.listObjectsV2(picturesBucket, sourcesPrefix + beginning, true);
      for await (const { name, lastModified } of listing)
        if (name !== undefined && lastModified !== undefined)
          yield { digest: name.slice(sourcesPrefix.length), writtenAt: lastModified };
    },
    removeSource: (digest: string) => client.removeObject(picturesBucket, sourcesPrefix + digest),
    putRendition: (name: string, { body, contentType, from }: Picture) =>
      put(renditionsPrefix + name, body, { 'Content-Type': contentType, 'x-amz-meta-from': from }),
    getRendition: (name: string) => get(renditionsPrefix + name),
  };
}
