import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { Client, type ClientOptions } from 'minio';
import type { Settings } from '../runtime/settings.ts';

/** Large page results. The bucket's own rule expires them a day after the MongoDB records that point to them. */
export const pagesBucket = 'sightread-pages';
const pagesLifetimeDays = 2;
/** As long as the results that contain the URL. */
const signedForSeconds = 24 * 60 * 60;

/** A store that sends nothing for this long counts as unreachable. */
const socketTimeoutMs = 5_000;

function screenshotsOf(account: string): string {
  return `screenshots/${account}/`;
}

export type Objects = ReturnType<typeof objectsIn>;

/** The object store's client, shared by the collections that use it. */
export function openObjectStore(settings: Settings) {
  const endpoint = new URL(settings.MINIO_ENDPOINT);
  const client = new Client({
    endPoint: endpoint.hostname,
    port: Number(endpoint.port || (endpoint.protocol === 'https:' ? 443 : 80)),
    useSSL: endpoint.protocol === 'https:',
    accessKey: settings.MINIO_ACCESS_KEY,
    secretKey: settings.MINIO_SECRET_KEY,
    transport: withTimeout(endpoint.protocol === 'https:' ? https : http),
  });
  return { client, makeBucket: (name: string) => makeBucket(client, name) };
}

/** The client itself waits forever for a store that has stopped answering. */
function withTimeout({ request }: typeof http | typeof https) {
  function requestWithTimeout(options: http.RequestOptions, answered: (response: http.IncomingMessage) => void) {
    const outgoing = request({ ...options, timeout: socketTimeoutMs }, answered);
    return outgoing.on('timeout', () =>
      outgoing.destroy(Object.assign(new Error('the object store does not answer'), { code: 'ETIMEDOUT' })),
    );
  }
  return { request: requestWithTimeout } as NonNullable<ClientOptions['transport']>;
}

export function objectsIn({ client, makeBucket }: ReturnType<typeof openObjectStore>) {
  async function removeUnder(prefix: string): Promise<void> {
    for await (const { name } of client.listObjectsV2(pagesBucket, prefix, true))
      await client.removeObject(pagesBucket, name);
  }

  return {
    async prepare() {
      await makeBucket(pagesBucket);
      await client.setBucketLifecycle(pagesBucket, {
        Rule: [{ ID: 'expire', Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Days: pagesLifetimeDays } }],
      });
    },
    /** Stores a screenshot and returns its signed URL, which is good for a day. */
    async putScreenshot(account: string, png: Buffer): Promise<string> {
      const name = `${screenshotsOf(account)}${randomUUID()}.png`;
      await client.putObject(pagesBucket, name, png, png.length, { 'Content-Type': 'image/png' });
      return client.presignedGetObject(pagesBucket, name, signedForSeconds);
    },
    removeScreenshots: (account: string) => removeUnder(screenshotsOf(account)),
    /** Also those that were stored for a page that was never settled. */
    removePages: (job: string) => removeUnder(`${job}:`),
    async remove(name: string) {
      await client.removeObject(pagesBucket, name);
    },
    async ping() {
      await client.bucketExists(pagesBucket);
    },
    async putPage(name: string, body: Buffer) {
      await client.putObject(pagesBucket, name, body, body.length, { 'Content-Type': 'application/json' });
    },
    async getPage(name: string): Promise<Buffer> {
      const chunks: Buffer[] = [];
      for await (const chunk of await client.getObject(pagesBucket, name)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}

async function makeBucket(client: Client, name: string) {
  try {
    await client.makeBucket(name);
  } catch (error) {
    // It exists: from an earlier start, or from a process starting at the same time.
    if (!(await client.bucketExists(name))) throw error;
  }
}
