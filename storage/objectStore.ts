import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { Client, type ClientOptions } from 'minio';
import type { Settings } from '../runtime/settings.ts';

/** Large page results; expired by the bucket's own rule, a day after the records in MongoDB that point to them. */
export const pagesBucket = 'sightread-pages';
const pagesLifeDays = 2;
/** As long as the results that hold the address. */
const signedForSeconds = 24 * 60 * 60;

/** A store that says nothing for this long is away. */
const silenceMs = 5_000;

export type Objects = ReturnType<typeof objectsIn>;

/** The client of the object store, shared by those who keep things there. */
export function openObjectStore(settings: Settings) {
  const endpoint = new URL(settings.MINIO_ENDPOINT);
  const client = new Client({
    endPoint: endpoint.hostname,
    port: Number(endpoint.port || (endpoint.protocol === 'https:' ? 443 : 80)),
    useSSL: endpoint.protocol === 'https:',
    accessKey: settings.MINIO_ACCESS_KEY,
    secretKey: settings.MINIO_SECRET_KEY,
    transport: withLimit(endpoint.protocol === 'https:' ? https : http),
  });
  return { client, makeBucket: (name: string) => makeBucket(client, name) };
}

/** The client itself waits for ever for a store that has stopped answering. */
function withLimit({ request }: typeof http | typeof https) {
  function limited(options: http.RequestOptions, answered: (response: http.IncomingMessage) => void) {
    const asking = request({ ...options, timeout: silenceMs }, answered);
    return asking.on('timeout', () =>
      asking.destroy(Object.assign(new Error('the object store does not answer'), { code: 'ETIMEDOUT' })),
    );
  }
  return { request: limited } as NonNullable<ClientOptions['transport']>;
}

export function objectsIn({ client, makeBucket }: ReturnType<typeof openObjectStore>) {
  return {
    async prepare() {
      await makeBucket(pagesBucket);
      await client.setBucketLifecycle(pagesBucket, {
        Rule: [{ ID: 'expire', Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Days: pagesLifeDays } }],
      });
    },
    /** Stores a picture of a page, and gives the address under which anybody who has it can see it for a day. */
    async putScreenshot(png: Buffer): Promise<string> {
      const name = `screenshots/${randomUUID()}.png`;
      await client.putObject(pagesBucket, name, png, png.length, { 'Content-Type': 'image/png' });
      return client.presignedGetObject(pagesBucket, name, signedForSeconds);
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
    // Two processes may start at once, and a second start finds it there.
    if (!(await client.bucketExists(name))) throw error;
  }
}
