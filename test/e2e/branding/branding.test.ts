import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandingProfileSchema } from '../../../contracts/results/branding.ts';
import { type Site, serve, serveFolder } from '../../activities/branding/support/staticSite.ts';
import { newAccount } from '../../support/accounts.ts';
import { call, creditsUsed, secretKey } from '../../support/client.ts';
import { settledCredits } from '../../support/credits.ts';
import { eventually } from '../../support/eventually.ts';

interface Branded {
  data: Record<string, unknown> & { colors?: Record<string, string>; confidence: Record<string, number> };
  warning?: string;
  error?: string;
}

function branding(body: unknown, key = secretKey()) {
  return call<Branded>('/v1/branding', { body, key });
}

const folder = fileURLToPath(new URL('../../fixtures/brands/harbor', import.meta.url));

describe('POST /v1/branding', () => {
  let site: Site;
  beforeAll(async () => {
    site = await serveFolder(folder);
  });
  afterAll(() => site.close());

  it('returns the whole profile for 5 credits, with a warning that no language model is configured', async () => {
    const { key } = await newAccount();
    const { status, body, headers } = await branding({ url: `${site.url}/` }, key);
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    expect(body.data).toMatchObject({
      brandName: 'Harbor Credit Union',
      colorScheme: 'light',
      colors: { primary: '#0b7a75', background: '#fbfaf7', textPrimary: '#2b2b2b', link: '#0b7a75' },
      typography: {
        fontFamilies: { primary: 'Source Sans Pro', heading: 'Source Serif Pro' },
        fontSizes: { h1: '52px' },
      },
      images: { logo: `${site.url}/logo.svg`, favicon: `${site.url}/favicon-32.png`, ogImage: `${site.url}/card.png` },
      components: { buttonPrimary: { background: '#0b7a75', textColor: '#ffffff', borderRadius: '6px' } },
      spacing: { baseUnit: 4, borderRadius: '6px' },
      personality: { tone: 'trustworthy' },
      designSystem: { framework: 'custom' },
    });
    const check = new Ajv({ strict: true }).compile(brandingProfileSchema);
    check(body.data);
    expect(check.errors).toBeNull();
    expect(body.warning).toMatch(/^No language model is configured/);
    expect(await creditsUsed({ key })).toBe(5);
  });

  it('returns colors and images alone for 2 credits', async () => {
    const { key } = await newAccount();
    const { body } = await branding({ url: `${site.url}/`, fields: ['images', 'colors'] }, key);
    expect(Object.keys(body.data).sort()).toEqual([
      'brandName',
      'colorScheme',
      'colors',
      'confidence',
      'images',
      'palette',
    ]);
    expect(Object.keys(body.data.confidence).sort()).toEqual(['colors', 'images']);
    expect(body).not.toHaveProperty('warning');
    expect(await creditsUsed({ key })).toBe(2);
  });

  it('returns a single other group of fields for 5 credits', async () => {
    const { key } = await newAccount();
    const { body } = await branding({ url: `${site.url}/`, fields: ['typography'] }, key);
    expect(Object.keys(body.data).sort()).toEqual(['brandName', 'confidence', 'typography']);
    expect(await creditsUsed({ key })).toBe(5);
  });

  it.each([
    ['no URL', {}, '`url` is required.'],
    ['an unknown field', { url: 'https://a.example/', flavor: true }, 'Unknown field `flavor`: /v1/docs'],
    ['an unknown group', { url: 'https://a.example/', fields: ['logo'] }, '`fields[0]` must be one of colors, '],
    ['a group twice', { url: 'https://a.example/', fields: ['colors', 'colors'] }, '`fields` '],
    ['a private address', { url: 'http://10.0.0.1/' }, '`url`: '],
    ['another scheme', { url: 'ftp://a.example/' }, '`url`: '],
  ])('answers 400 for %s and names the problem', async (_what, body, words) => {
    const answer = await branding(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(words);
    expect(Object.keys(answer.body)).toEqual(['error']);
  });

  it('answers 401 without a key', async () => {
    const { status } = await call('/v1/branding', { body: { url: site.url }, key: null });
    expect(status).toBe(401);
  });

  it.each([
    ['does not exist', '/missing', '404'],
    ['is an image', '/logo.svg', 'svg'],
  ])('answers 422 and charges nothing when the page %s', async (_what, path, words) => {
    const { key } = await newAccount();
    const { status, body } = await branding({ url: site.url + path }, key);
    expect(status).toBe(422);
    expect(body.error).toContain(words);
    expect(await creditsUsed({ key })).toBe(0);
  });

  it('stops and charges nothing when the caller disconnects', async () => {
    const { account, key } = await newAccount();
    const disconnect = new AbortController();
    let closed = false;
    const silent = await serve((_, response) => {
      response.once('close', () => {
        closed = true;
      });
      disconnect.abort();
    });
    const answer = call('/v1/branding', { key, body: { url: silent.url }, signal: disconnect.signal });
    await expect(answer).rejects.toThrow();
    await eventually('the page is closed', () => closed);
    expect(await settledCredits(account)).toBe(0);
    await silent.close();
  });

  it('is part of the OpenAPI document', async () => {
    const { body } = await call<{ paths: Record<string, object> }>('/v1/openapi.json');
    expect(body.paths).toHaveProperty('/v1/branding');
  });
});
