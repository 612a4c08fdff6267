import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { Client, type ClientOptions } from 'minio';
import { screenshotFormats } from '../contracts/requests/formats.ts';
import type { Settings } from '../runtime/settings.ts';

/** Large page results. The bucket's own rule expires them a day after the MongoDB records that point to them. */
export const pagesBucket = 'sightread-pages';
const pagesLifetimeDays = 2;
/** A download is read in parts of this size, so that a slow reader keeps no connection to the store waiting. */
const partBytes = 1024 * 1024;

/** A store that sends nothing for this long counts as unreachable. */
const socketTimeoutMs = 5_000;

const screenshotsPrefix = 'screenshots/';

function screenshotsOf(account: string): string {
  return `${screenshotsPrefix}${account}/`;
}

const uploadsPrefix = 'uploads/';

/** Files of results: pictures of a page, and its print. */
const fileFormats = [...screenshotFormats, 'pdf'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** The format that the name of a file ends with. */
export function fileFormatOf(name: string): FileFormat {
  return fileFormats.find((format) => name.endsWith(`.${format}`)) ?? 'png';
}

export function contentTypeOf(format: FileFormat): string {
  return format === 'pdf' ? 'application/pdf' : `image/${format}`;
}

/** The name of a screenshot; also from the address in the store itself that earlier versions put into results. */
export function screenshotName(text: string): string {
  return text.slice(text.indexOf(screenshotsPrefix)).split('?', 1)[0] ?? '';
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
    ...(settings.MINIO_TLS_CA && { transportAgent: new https.Agent({ keepAlive: true, ca: settings.MINIO_TLS_CA }) }),
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

  async function getObject(name: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of await client.getObject(pagesBucket, name)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  return {
    async prepare() {
      await makeBucket(pagesBucket);
      await client.setBucketLifecycle(pagesBucket, {
        Rule: [{ ID: 'expire', Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Days: pagesLifetimeDays } }],
      });
    },
    /** Stores a file of a result and returns its name. */
    async putFile(account: string, bytes: Buffer, format: FileFormat): Promise<string> {
      const name = `${screenshotsOf(account)}${randomUUID()}.${format}`;
      await client.putObject(pagesBucket, name, bytes, bytes.length, { 'Content-Type': contentTypeOf(format) });
      return name;
    },
    /** Undefined if there is no such object, or no longer. */
    async stat(name: string): Promise<{ bytes: number; etag: string } | undefined> {
      try {
        const { size, etag } = await client.statObject(pagesBucket, name);
        return { bytes: size, etag };
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'NotFound') return undefined;
        throw error;
      }
    },
    /** The bytes from `first` to `last`, in parts. The next part is read when the reader wants it. */
    async *read(name: string, { first, last }: { first: number; last: number }): AsyncGenerator<Buffer> {
      for (let at = first; at <= last; at += partBytes) {
        const length = Math.min(partBytes, last + 1 - at);
        const chunks: Buffer[] = [];
        for await (const chunk of await client.getPartialObject(pagesBucket, name, at, length)) chunks.push(chunk);
        yield Buffer.concat(chunks);
      }
    },
    /** Keeps a file of a caller until it is read, and returns its name. */
    async putUpload(account: string, bytes: Buffer): Promise<string> {
      const name = `${uploadsPrefix}${account}/${randomUUID()}`;
      await client.putObject(pagesBucket, name, bytes, bytes.length);
      return name;
    },
    getUpload: getObject,
    removeUploads: (account: string) => removeUnder(`${uploadsPrefix}${account}/`),
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
    getPage: getObject,
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
