import { describe, expect, it } from 'vitest';
import { api, call } from '../../support/client.ts';

describe('what operators and readers ask for', () => {
  it('GET /healthz needs no key', async () => {
    expect(await call('/healthz', { key: null })).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('GET /readyz names every dependency', async () => {
    expect(await call('/readyz', { key: null })).toMatchObject({
      status: 200,
      body: { status: 'ok', dependencies: { mongodb: 'ok', minio: 'ok', temporal: 'ok' } },
    });
  });

  it('GET /v1/docs is a page that asks no other host', async () => {
    const { status, body } = await call<string>('/v1/docs', { key: null });
    expect(status).toBe(200);
    expect(body).not.toMatch(/https?:\/\//);
    for (const [, path] of body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await fetch(api() + path)).status, path).toBe(200);
    }
  });
});
