import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../contracts/failures.ts';
import { callPath } from '../../../contracts/work/calls.ts';
import type { RenderWork } from '../../../contracts/work/images.ts';
import { openWorkerCalls } from '../../../gateway/calls/calls.ts';
import { createLogger } from '../../../runtime/log.ts';
import { noTracing } from '../../../runtime/tracing/tracing.ts';
import type { RoleCalls } from '../../../workers/calls/procedures.ts';
import { serveCalls } from '../../../workers/calls/server.ts';
import { createTestKeyring } from '../../support/keyrings.ts';
import { listenOnLoopback } from '../../support/loopback.ts';

type Render = Extract<RoleCalls, { queue: 'image' }>['procedures']['renderPicture'];

const keyring = createTestKeyring();
const work = { domain: 'example.com' } as RenderWork;
const never = new AbortController().signal;
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A worker that renders pictures in this way. Returns its address. */
async function startWorker(renderPicture: Render, slots = 10): Promise<string> {
  const server = await serveCalls({
    roles: [
      {
        queue: 'image',
        slots,
        procedures: {
          renderPicture,
          findPicture: async () => ({}),
          drawFallback: async () => ({}),
          findBrands: async () => ({}),
        },
      },
    ],
    keyring,
    host: '127.0.0.1',
    port: 0,
    log: createLogger('test', 'silent'),
    metrics: { activityDone() {} },
    tracing: noTracing,
  });
  closers.push(() => server.close(0));
  return `http://127.0.0.1:${server.port}`;
}

/** A gateway that knows workers at these addresses. */
function openGateway(addresses: readonly string[]) {
  const workers = addresses.map((address) => ({
    ...{ _id: address, address, queues: ['image' as const] },
    expiresAt: new Date(Date.now() + 60_000),
  }));
  const calls = openWorkerCalls({ workers: { serving: async () => workers }, keyring, tracing: noTracing });
  closers.push(() => calls.close());
  return (signal = never, key?: string) =>
    calls.call('image', 'renderPicture', work, { signal, ...(key !== undefined && { key }) });
}

/** Nothing listens there. */
async function goneAddress(): Promise<string> {
  const { address, close } = await listenOnLoopback(createServer());
  await close();
  return address;
}

describe('a call of a worker', () => {
  it('brings back a value and bytes', async () => {
    const content = Buffer.from([10, 10, 123, 0, 255]);
    const call = openGateway([await startWorker(async () => ({ value: { from: 'site' }, content }))]);
    expect(await call()).toEqual({ value: { from: 'site' }, content });
  });

  it('fails with the failure of the worker, at once if it cannot pass', async () => {
    const render = vi.fn<Render>(() => Promise.reject(new Failure('PageTimedOut', 'The picture waited too long.')));
    const call = openGateway([await startWorker(render)]);
    await expect(call()).rejects.toMatchObject({ kind: 'PageTimedOut', message: 'The picture waited too long.' });
    expect(render).toHaveBeenCalledTimes(1);
  });

  it('is repeated after a failure that may pass, and not after an error that nobody foresaw', async () => {
    let attempts = 0;
    const call = openGateway([
      await startWorker(async () => {
        attempts += 1;
        if (attempts < 3) throw new Failure('StorageDown', 'away');
        return { value: { from: 'site' } };
      }),
    ]);
    expect(await call()).toEqual({ value: { from: 'site' } });
    const broken = vi.fn<Render>(() => Promise.reject(new TypeError('a secret detail')));
    await expect(openGateway([await startWorker(broken)])()).rejects.toThrow('a worker failed; its log has the error');
    expect(broken).toHaveBeenCalledTimes(1);
  });

  it('goes to another worker if one is gone, or dies while it works', async () => {
    const dying = createServer((request) => setTimeout(() => request.socket.destroy(), 20));
    const { address, close } = await listenOnLoopback(dying);
    closers.push(close);
    const alive = await startWorker(async () => ({ value: { from: 'site' } }));
    const call = openGateway([await goneAddress(), address, alive]);
    for (let time = 0; time < 5; time += 1) expect(await call()).toEqual({ value: { from: 'site' } });
  });

  it('is kept alive by heartbeats for longer than a worker may be silent', async () => {
    const call = openGateway([
      await startWorker(async () => {
        await sleep(6_000);
        return { value: { from: 'site' } };
      }),
    ]);
    expect(await call()).toEqual({ value: { from: 'site' } });
  });

  it('is cancelled in the worker when its caller leaves', async () => {
    let begun: () => void = () => {};
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let cancelled: Promise<unknown> = Promise.resolve();
    const call = openGateway([
      await startWorker((_, signal) => {
        cancelled = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        begun();
        return sleep(60_000, {}, { signal });
      }),
    ]);
    const leaving = new AbortController();
    const answer = call(leaving.signal);
    await beginning;
    leaving.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
    await cancelled;
  });

  it('goes to the same worker for the same key', async () => {
    const names = ['site', 'curated', 'service'] as const;
    const addresses = await Promise.all(names.map((from) => startWorker(async () => ({ value: { from } }))));
    const call = openGateway(addresses);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => call(never, `key ${at % 4}`)));
    const byKey = (key: number) => new Set(answers.filter((_, at) => at % 4 === key).map(({ value }) => value?.from));
    for (let key = 0; key < 4; key += 1) expect(byKey(key).size).toBe(1);
  });
});

describe('the port of a worker', () => {
  it('does nothing for whoever has not our keys', async () => {
    const render = vi.fn<Render>(async () => ({}));
    const address = await startWorker(render);
    const path = callPath('image', 'renderPicture');
    const post = (to: string, body: Buffer) =>
      fetch(new URL(to, address), { method: 'POST', body: Uint8Array.from(body) });
    const plain = Buffer.from(JSON.stringify(work));
    expect((await post(path, plain)).status).toBe(403);
    // Sealed, but for another call, or for another purpose.
    expect((await post(path, keyring.seal('calls', plain, callPath('image', 'findPicture')))).status).toBe(403);
    expect((await post(path, keyring.seal('records', plain, path))).status).toBe(403);
    expect((await post('/image/nothing', keyring.seal('calls', plain, '/image/nothing'))).status).toBe(404);
    expect(render).not.toHaveBeenCalled();
    expect((await post(path, keyring.seal('calls', plain, path))).status).toBe(200);
  });
});
