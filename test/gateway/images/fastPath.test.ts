import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serviceIndex } from '../../../gateway/http/serviceIndex.ts';
import type { Admission } from '../../../gateway/images/admission.ts';
import { type ImageAnswer, imageAnswer } from '../../../gateway/images/answer.ts';
import { createImageApi } from '../../../gateway/images/app.ts';
import { createRequestParser } from '../../../gateway/images/request.ts';
import type { Logger } from '../../../runtime/log.ts';
import { readSettings } from '../../../runtime/settings.ts';
import { noTracing } from '../../../runtime/tracing/tracing.ts';
import type { Key } from '../../../storage/keys.ts';
import { eventually } from '../../support/eventually.ts';

const key = { _id: 'pk_test', account: 'acc_test' } as Key;
const answer = imageAnswer('site', Buffer.from('a picture'), 'image/png', 60);

const stop: (() => void)[] = [];
afterEach(() => {
  for (const each of stop.splice(0)) each();
});

async function serving(admit: () => Admission | Promise<Admission>, cached: () => ImageAnswer = () => answer) {
  const seen = {
    count: vi.fn(),
    countAll: vi.fn<(keys: readonly Key[]) => Promise<void> | undefined>(),
    note: vi.fn(),
    lastUse: vi.fn(),
    find: vi.fn(async () => ({ answer, cache: 'HIT' as const, origin: 'memory' as const })),
  };
  const listener = createImageApi({
    index: serviceIndex(readSettings({})),
    isEdge: () => false,
    parser: createRequestParser(),
    names: { find: async () => [] },
    imageUrl: 'http://images.example',
    admit,
    counter: { count: seen.count, countAll: seen.countAll, written: async () => {}, close: async () => {} },
    images: { cached, find: seen.find },
    lastUse: seen.lastUse,
    lastAsked: { note: seen.note, close: async () => {} },
    metrics: { requestStarted: () => () => {}, imageAnswered: () => {}, imagesCounted: () => () => {} },
    tracing: noTracing,
    log: { error: () => {}, warn: () => {} } as unknown as Logger,
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  stop.push(() => server.close());
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/example.com?token=pk_test`;
  async function ask() {
    const response = await fetch(address);
    return { status: response.status, text: await response.text() };
  }
  return { ask, ...seen };
}

describe('an image in memory', () => {
  it('is answered without a lookup and counted once per request', async () => {
    const { ask, count, countAll, find } = await serving(() => ({ key, lookedUpAt: 0 }));
    for (let times = 0; times < 3; times += 1) expect(await ask()).toEqual({ status: 200, text: 'a picture' });
    // The first request is parsed by Koa; its result is cached.
    expect(count).toHaveBeenCalledTimes(1);
    expect(countAll.mock.calls).toEqual([[[key]], [[key]]]);
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('is noted as in use every ten seconds, however often it is asked for', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    stop.push(() => vi.useRealTimers());
    const { ask, note, lastUse } = await serving(() => ({ key, lookedUpAt: 0 }));
    // By Koa, which notes every request.
    await ask();
    for (const seconds of [0, 5, 4, 1, 9, 1]) {
      vi.setSystemTime(Date.now() + seconds * 1_000);
      await ask();
    }
    expect(note).toHaveBeenCalledTimes(1 + 3);
    expect(note).toHaveBeenLastCalledWith('example.com', expect.objectContaining({ kind: 'icon' }), key.account);
    expect(lastUse.mock.calls).toEqual(Array.from({ length: 1 + 3 }, () => [key._id]));
  });

  it('is counted together with what arrives at the same time, and answered when all is counted', async () => {
    const { ask, countAll } = await serving(() => ({ key, lookedUpAt: 0 }));
    await ask();
    let release = () => {};
    countAll.mockReturnValue(
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    let answers = 0;
    const asked = Array.from({ length: 30 }, async () => {
      expect(await ask()).toEqual({ status: 200, text: 'a picture' });
      answers += 1;
    });
    const counted = () => countAll.mock.calls.reduce((sum, [keys]) => sum + keys.length, 0);
    await eventually('all are counted', () => counted() === 30);
    expect(answers).toBe(0);
    release();
    await Promise.all(asked);
    expect(counted()).toBe(30);
  });

  it('that cannot be sent fails alone', async () => {
    let broken = false;
    const unsendable = { ...answer, headers: ['X-Broken', 'line\nbreak'] };
    const { ask } = await serving(
      () => ({ key, lookedUpAt: 0 }),
      () => (broken ? unsendable : answer),
    );
    await ask();
    broken = true;
    await expect(ask()).rejects.toThrow();
    broken = false;
    expect((await ask()).status).toBe(200);
  });

  it('waits for the check of its key', async () => {
    const { ask, count, find } = await serving(async () => ({ key, lookedUpAt: 0 }));
    for (let times = 0; times < 2; times += 1) expect((await ask()).status).toBe(200);
    expect(count).toHaveBeenCalledTimes(2);
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('is refused if its origin is not allowed', async () => {
    const { ask, count } = await serving(() => ({ refusal: 'Origin not allowed' }));
    for (let times = 0; times < 2; times += 1) expect(await ask()).toEqual({ status: 401, text: 'Origin not allowed' });
    expect(count).not.toHaveBeenCalled();
  });

  it.each([
    ['at once', () => failing()],
    ['later', async () => failing()],
  ])('is a 503 if its key cannot be checked, %s', async (_, admit) => {
    const { ask, count } = await serving(admit);
    for (let times = 0; times < 2; times += 1) expect((await ask()).status).toBe(503);
    expect(count).not.toHaveBeenCalled();
  });
});

function failing(): Admission {
  throw new Error('away');
}
