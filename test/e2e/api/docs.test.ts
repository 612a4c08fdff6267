import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { api, call, images } from '../../support/client.ts';

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

describe('the root of an API', () => {
  it.each([
    ['the extraction API', () => `${api()}/v1`],
    ['the image API', () => `${images()}/`],
  ])('says where everything is: %s', async (_, address) => {
    const { status, body } = await call<Record<string, string>>(address(), { key: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Sightread', version: manifest.version });
    for (const name of ['docs', 'reference', 'openapi', 'health'])
      expect((await fetch(body[name] ?? '')).status, name).toBe(200);
  });
});

describe('the guides for programs', () => {
  it('are markdown by their address and by Accept', async () => {
    const { body: list } = await call<string>('/llms.txt', { key: null });
    const [, first = ''] = /\((http\S+\.md)\)/.exec(list) ?? [];
    const byAddress = await call<string>(first, { key: null });
    expect(byAddress.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(byAddress.body).toMatch(/^# Quick start\n/);
    const byAccept = await call<string>('/docs/quick-start', { key: null, headers: { accept: 'text/markdown' } });
    expect(byAccept.body).toBe(byAddress.body);
    expect((await call('/docs/nothing', { key: null })).status).toBe(404);
  });
});
