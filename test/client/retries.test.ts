import { describe, expect, it } from 'vitest';
import { ConnectionError, PageError, RateLimitError, ServerError, Sightread } from '../../client/index.ts';
import { answerJson, startLoopbackServer } from './loopbackServer.ts';

const key = 'sr_test';
const page = { success: true, data: { url: 'https://example.com', markdown: 'Hello', metadata: {} } };

describe('the client', () => {
  it('waits as long as the server asks before it tries again', async () => {
    const times: number[] = [];
    const { url } = await startLoopbackServer((response, _, number) => {
      times.push(Date.now());
      if (number === 1) return answerJson(response, { error: 'Later.' }, 429, { 'retry-after': '1' });
      answerJson(response, page);
    });
    expect((await new Sightread({ key, url }).scrape('https://example.com')).markdown).toBe('Hello');
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('sends one idempotency key in all attempts of a call, and another one in the next call', async () => {
    const { url, seen } = await startLoopbackServer((response, _, number) => {
      // An answer that is lost after the server has done its work.
      if (number === 1) return void response.destroy();
      answerJson(response, { success: true, id: 'job' });
    });
    const client = new Sightread({ key, url });
    await client.batch(['https://example.com']);
    await client.batch(['https://example.com']);
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('does not repeat a single page whose answer was lost, because it may have been charged', async () => {
    const { url, seen } = await startLoopbackServer((response) => void response.destroy());
    await expect(new Sightread({ key, url }).scrape('https://example.com')).rejects.toThrow(ConnectionError);
    expect(seen).toHaveLength(1);
  });

  it('throws the class of the status, with the request id and the words of the server', async () => {
    const { url } = await startLoopbackServer((response, { path }) =>
      path === '/v1/credits'
        ? answerJson(response, { error: 'Too many.' }, 429, { 'retry-after': '0', 'x-request-id': 'two' })
        : answerJson(response, { error: 'The site answered 404.' }, 422, { 'x-request-id': 'one' }),
    );
    const client = new Sightread({ key, url, maxRetries: 1 });
    const refused = await client.scrape('https://example.com').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PageError);
    expect(refused).toMatchObject({ message: 'The site answered 404.', status: 422, requestId: 'one' });
    const limited = await client.credits().catch((error: unknown) => error);
    expect(limited).toBeInstanceOf(RateLimitError);
    expect(limited).toMatchObject({ status: 429, retryAfterSeconds: 0, requestId: 'two' });
  });

  it('says what a proxy answered that speaks no JSON', async () => {
    const { url } = await startLoopbackServer((response) => void response.writeHead(500).end('<html>'));
    const error = await new Sightread({ key, url }).credits().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ message: 'The server answered 500.', status: 500 });
  });

  it('ends a wait when its signal is aborted', async () => {
    const { url } = await startLoopbackServer((response) =>
      answerJson(response, { error: 'Later.' }, 503, { 'retry-after': '600' }),
    );
    const credits = new Sightread({ key, url }).credits({ signal: AbortSignal.timeout(50) });
    await expect(credits).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
