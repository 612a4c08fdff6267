import { createServer, get, type IncomingMessage } from 'node:http';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerErrors } from '../../../gateway/api/errors.ts';
import { fileRoutes } from '../../../gateway/api/files.ts';
import { createApiRouter } from '../../../gateway/api/router.ts';
import type { RequestState, RouteMatch } from '../../../gateway/http/context.ts';
import { openFileLinks } from '../../../runtime/secrets/fileLinks.ts';
import { readSettings } from '../../../runtime/settings.ts';
import { eventually } from '../../support/eventually.ts';
import { testSecretsKeys } from '../../support/keyrings.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';

const part = Buffer.alloc(1024 * 1024);
const fileBytes = 1024 * part.length;

describe('the download of a file that is larger than any memory for it', () => {
  let readParts = 0;
  let ended = false;
  async function* read() {
    try {
      for (; readParts * part.length < fileBytes; readParts += 1) yield part;
    } finally {
      ended = true;
    }
  }
  const links = openFileLinks(readSettings({ SECRETS_KEYS: testSecretsKeys }));
  const storage = {
    pages: { screenshot: async () => 'name', actionFile: async () => 'name' },
    objects: { stat: async () => ({ bytes: fileBytes, etag: 'etag' }), read },
  };
  let server: Listening;
  beforeAll(async () => {
    const router = createApiRouter();
    fileRoutes(router, { storage, links });
    const app = new Koa<RequestState, RouteMatch>();
    // The client's leaving is no news.
    app.silent = true;
    app.use(answerErrors).use(router.routes());
    server = await listenOnLoopback(createServer(app.callback()));
  });
  afterAll(() => server?.close());

  it('is not repeated for a client that has it', async () => {
    const { pathname, search } = new URL(links.screenshot('job', 0));
    // Without a Cache-Control of its own, fetch() would add `no-cache` to a conditional request.
    const headers = { 'if-none-match': '"etag"', 'cache-control': 'max-age=0' };
    const response = await fetch(server.address + pathname + search, { headers });
    expect([response.status, readParts]).toEqual([304, 0]);
  });

  it('reads no further than the client does, and ends when the client leaves', async () => {
    const { pathname, search } = new URL(links.screenshot('job', 0));
    const response = await new Promise<IncomingMessage>((resolve) => get(server.address + pathname + search, resolve));
    expect(response.headers['content-length']).toBe(String(fileBytes));
    let reached = -1;
    await eventually('reading has stopped, because the client does not read', async () => {
      const before = reached;
      reached = readParts;
      return before > 0 && before === reached;
    });
    expect(readParts * part.length).toBeLessThan(fileBytes / 10);
    expect(ended).toBe(false);
    response.destroy();
    await eventually('the reading has ended', () => ended);
    expect(readParts * part.length).toBeLessThan(fileBytes / 10);
  });
});
