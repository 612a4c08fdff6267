import { describe, expect, it } from 'vitest';
import { api, call } from '../../support/client.ts';

describe('GET /v1/docs', () => {
  it('is a page that loads everything from our own host', async () => {
    const { status, body } = await call<string>('/v1/docs', { key: null });
    expect(status).toBe(200);
    expect(body).not.toMatch(/https?:\/\//);
    for (const [, path] of body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await fetch(api() + path)).status, path).toBe(200);
    }
  });
});
