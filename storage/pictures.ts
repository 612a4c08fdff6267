import type { Spares } from './fallbackPictures.ts';
import type { openObjectStore } from './objectStore.ts';
import { outageOf } from './outage.ts';

/** What is stored beside a rendition's bytes. */
export interface PictureFacts {
  contentType: string;
  /** `site`, `curated`, `service`. */
  from: string;
}

export interface Picture extends PictureFacts {
  body: Buffer;
}

export const picturesBucket = 'sightread-images';
export const sourcesPrefix = 'sources/';
const renditionsPrefix = 'renditions/';
/** Renditions are made again when they are asked for again. */
const renditionsLifeDays = 30;
/** An object store that is away is left in peace this long: callers do not wait for it one after the other. */
const restMs = 10_000;

export type Pictures = ReturnType<typeof picturesIn>;

/**
 * Sources and renditions in the object store. Both are named by what they are made of, so that nothing is ever
 * overwritten. While the store is away, those that are made meanwhile are kept and found in the database.
 */
export function picturesIn({ client, makeBucket }: ReturnType<typeof openObjectStore>, spares: Spares) {
  let awayUntil = 0;

  async function ifThere<T>(ask: () => Promise<T>): Promise<{ answer: T } | 'away'> {
    if (Date.now() < awayUntil) return 'away';
    try {
      return { answer: await ask() };
    } catch (error) {
      if (!outageOf(error)) throw error;
      awayUntil = Date.now() + restMs;
      return 'away';
    }
  }

  async function put(name: string, body: Buffer, facts: Record<string, string>) {
    const kept = await ifThere(() => client.putObject(picturesBucket, name, body, body.length, facts));
    if (kept === 'away') await spares.put(name, body);
  }

  /** Undefined where it has not been made yet, has expired, or cannot be had now. */
  async function get(name: string): Promise<Buffer | undefined> {
    const kept = await ifThere(() => read(name));
    return (kept === 'away' ? undefined : kept.answer) ?? spares.get(name);
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
        Rule: [{ ID: 'expire', Status: 'Enabled', Filter: expiry, Expiration: { Days: renditionsLifeDays } }],
      });
    },
    putSource: (digest: string, body: Buffer, contentType: string) =>
      put(sourcesPrefix + digest, body, { 'Content-Type': contentType }),
    getSource: (digest: string) => get(sourcesPrefix + digest),
    putRendition: (name: string, { body, contentType, from }: Picture) =>
      put(renditionsPrefix + name, body, { 'Content-Type': contentType, 'x-amz-meta-from': from }),
    getRendition: (name: string) => get(renditionsPrefix + name),
  };
}
