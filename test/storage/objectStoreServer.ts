/** An object store on loopback that keeps its objects in memory: the requests of S3 that storage/ makes. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Listening, listenOnLoopback } from '../support/loopback.ts';

/** The status of an error, or `reset` to close the connection without an answer. */
type Fault = number | 'reset';

export interface ObjectStoreServer extends Listening {
  /** By path: `<bucket>/<name>`. */
  readonly objects: Map<string, { body: Buffer; headers: Record<string, string>; writtenAt?: Date }>;
  /** Asked before each request is answered; undefined lets it pass. */
  faultOf: (path: string) => Fault | undefined | Promise<Fault | undefined>;
}

export async function startObjectStoreServer(): Promise<ObjectStoreServer> {
  const objects: ObjectStoreServer['objects'] = new Map();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
    const path = decodeURIComponent(pathname.slice(1)).replace(/\/$/, '');
    const fault = await store.faultOf(path);
    if (fault === 'reset') request.socket.destroy();
    else if (fault) sendError(response, fault, 'Fault');
    else if (path.includes('/')) await answerObject(path, request, response);
    else if (searchParams.has('list-type')) {
      response.end(listing(objects, `${path}/`, searchParams.get('prefix') ?? ''));
    } else if (searchParams.has('location')) response.end('<LocationConstraint/>');
    else response.end();
  });

  async function answerObject(path: string, request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'PUT') {
      objects.set(path, { body: await buffer(request), headers: metadataOf(request.headers), writtenAt: new Date() });
      response.setHeader('ETag', '"etag"').end();
      return;
    }
    if (request.method === 'DELETE') {
      objects.delete(path);
      response.writeHead(204).end();
      return;
    }
    const found = objects.get(path);
    if (!found) return sendError(response, 404, 'NoSuchKey');
    const headers = { ...found.headers, ETag: '"etag"', 'Content-Length': found.body.length };
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : found.body);
  }

  const store: ObjectStoreServer = { ...(await listenOnLoopback(server)), objects, faultOf: () => undefined };
  return store;
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function listing(objects: ObjectStoreServer['objects'], bucket: string, prefix: string): string {
  const entries = [...objects]
    .filter(([path]) => path.startsWith(bucket + prefix))
    .map(([path, { writtenAt = new Date() }]) => {
      const key = encodeURIComponent(path.slice(bucket.length));
      return `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified></Contents>`;
    });
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`;
}

function metadataOf(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
