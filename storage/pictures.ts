import type { Client } from 'minio';

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
/** Renditions are made again when they are asked for again. */
const renditionsLifeDays = 30;

export type Pictures = ReturnType<typeof picturesIn>;

/** Sources and renditions in the object store. Both are named by what they are made of, so that nothing is ever overwritten. */
export const picturesIn = (client: Client, makeBucket: (name: string) => Promise<void>) => ({
  async prepare() {
    await makeBucket(picturesBucket);
    const expiry = { Prefix: 'renditions/' };
    await client.setBucketLifecycle(picturesBucket, {
      Rule: [{ ID: 'expire', Status: 'Enabled', Filter: expiry, Expiration: { Days: renditionsLifeDays } }],
    });
  },
  async putSource(digest: string, body: Buffer, contentType: string) {
    await client.putObject(picturesBucket, sourcesPrefix + digest, body, body.length, { 'Content-Type': contentType });
  },
  async getSource(digest: string): Promise<Buffer> {
    return bytes(await client.getObject(picturesBucket, sourcesPrefix + digest));
  },
  async putRendition(name: string, { body, contentType, from }: Picture) {
    await client.putObject(picturesBucket, `renditions/${name}`, body, body.length, {
      'Content-Type': contentType,
      'x-amz-meta-from': from,
    });
  },
  /** Undefined where it has not been made yet, or has expired. */
  async getRendition(name: string): Promise<Buffer | undefined> {
    try {
      return await bytes(await client.getObject(picturesBucket, `renditions/${name}`));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'NoSuchKey') return undefined;
      throw error;
    }
  },
});

async function bytes(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
