import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import Koa from 'koa';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure, type FailureKind } from '../../../contracts/failures.ts';
import { loadAssets } from '../../../gateway/dashboard/assets.ts';
import { showFailures } from '../../../gateway/dashboard/failures.tsx';
import { accessLog } from '../../../gateway/http/accessLog.ts';
import type { RequestState, RouteMatch } from '../../../gateway/http/context.ts';
import { requestId } from '../../../gateway/http/requestId.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';

describe('an error on a dashboard page', () => {
  let logged: { level: number; err?: { message: string } }[];
  let thrown: Error | undefined;
  let server: Listening;

  beforeEach(async () => {
    logged = [];
    const lines = new Writable({
      write(line, _encoding, done) {
        logged.push(JSON.parse(String(line)));
        done();
      },
    });
    const app = new Koa<RequestState, RouteMatch>();
    app.use(requestId);
    app.use(accessLog(pino(lines)));
    app.use(showFailures(loadAssets()));
    app.use(() => {
      if (thrown) throw thrown;
    });
    server = await listenOnLoopback(createServer(app.callback()));
  });
  afterEach(() => server.close());

  const errorsLogged = () => logged.filter(({ level }) => level === pino.levels.values['error']);
  const open = (accept = 'text/html') => fetch(server.address, { headers: { accept } });

  it.each<FailureKind>(['DependencyDown', 'StorageDown', 'ModelDown', 'ModelMisconfigured'])(
    'is answered with 503 and a time to try again, and logged with its cause, if it is %s',
    async (kind) => {
      thrown = new Failure(kind, 'Please try again.', { cause: new Error('connection refused') });
      const response = await open();
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
      expect(await response.text()).toContain('Please try again.');
      expect(errorsLogged().map(({ err }) => err?.message)).toEqual(['connection refused']);
    },
  );

  it('shows names between backticks as code, and markup as text', async () => {
    thrown = new Failure('InvalidRequest', '`url` is `<b>`, and ` stands alone.');
    expect(await (await open()).text()).toContain(
      '<p><code>url</code> is <code>&lt;b&gt;</code>, and ` stands alone.</p>',
    );
  });

  it('is answered with 500 and logged if nobody foresaw it, without its message on the page', async () => {
    thrown = new Error('x is not a function');
    const response = await open();
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('x is not a function');
    expect(errorsLogged().map(({ err }) => err?.message)).toEqual(['x is not a function']);
  });

  it('is not logged as an error if the visitor caused it', async () => {
    thrown = new Failure('NotFound', 'There is no such key.');
    const response = await open();
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('There is no such key.');
    expect(errorsLogged()).toEqual([]);
  });

  it('is answered as JSON to a script', async () => {
    thrown = new Failure('NotFound', 'There is no such key.');
    const response = await open('application/json');
    expect(await response.json()).toEqual({ error: 'There is no such key.' });
  });

  it('shows a script that asks for something unknown the way to the API, and people the home page', async () => {
    thrown = undefined;
    const script = await open('*/*');
    expect(script.status).toBe(404);
    expect(await script.json()).toEqual({ error: 'There is nothing at /: /v1/docs lists what there is.' });
    expect(await (await open()).text()).toContain('There is nothing at /.');
  });
});
