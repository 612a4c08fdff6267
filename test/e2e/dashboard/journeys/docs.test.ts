import { describe, expect, it } from 'vitest';
import { call } from '../../../support/client.ts';
import { site } from '../../../support/fixtureSite.ts';
import { setUpJourney } from '../../../support/journey.ts';

describe('the guides', () => {
  const journey = setUpJourney({ isSignedIn: false });

  it('are read in order, without signing in', async () => {
    const { tab } = journey;
    await tab.goto('/docs');
    await tab.waitForText('Quick start');
    await tab.checkAppearance('docs-index');
    await tab.navigateBy(() => tab.page.click('.docs-group a'));
    expect(await tab.text('h1')).toBe('Quick start');
    await tab.page.waitForSelector('.hljs-string');
    await tab.checkAppearance('docs-guide');
    await tab.navigateBy(() => tab.page.click('[rel=next]'));
    expect(await tab.text('.docs-list [aria-current]')).toBe('Agents (MCP)');
  });

  it('are searched without a script', async () => {
    const { tab } = journey;
    await tab.goto('/docs');
    await tab.page.type('[name=q]', 'verify signature');
    await tab.navigateBy(() => tab.page.keyboard.press('Enter'));
    expect(await tab.text('.docs-hits')).toContain('Webhooks: Make sure that it is from us');
    await tab.checkAppearance('docs-search');
  });
});

describe('the API reference', () => {
  const journey = setUpJourney();

  it('lists the operations with samples in three languages', async () => {
    const { tab } = journey;
    await tab.goto('/v1/docs');
    const scrape = 'section[id$="POST/v1/scrape"]';
    await tab.page.waitForSelector(`${scrape} code`);
    const samples = await tab.text(scrape);
    expect(samples).toContain('curl');
    await tab.checkAppearance('reference');
  });

  it('sends a request at the first click for somebody who is signed in', async () => {
    const { tab } = journey;
    await tab.goto('/v1/docs#tag/account/GET/v1/credits');
    const open = 'section[id$="GET/v1/credits"] button.show-api-client-button';
    await tab.page.waitForSelector(open);
    await tab.page.$eval(open, (button) => button.click());
    const send = '.scalar-client button[data-addressbar-action=send]';
    await tab.page.waitForSelector(send);
    const [response] = await Promise.all([
      tab.page.waitForResponse((each) => each.url().endsWith('/v1/credits')),
      tab.page.$eval(send, (button) => button.click()),
    ]);
    expect(response.status()).toBe(200);
    expect(await response.json()).toMatchObject({ allowance: 1000 });
  });

  it('has a token that opens nothing without the cookie of its session', async () => {
    const { tab } = journey;
    await tab.goto('/v1/docs');
    const token = await tab.page.$eval('#reference', ({ dataset }) => dataset['secretKey'] ?? '');
    const fromPage = await tab.page.evaluate(
      async (key, body) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        return (await fetch('/v1/scrape', { method: 'POST', headers, body })).status;
      },
      token,
      JSON.stringify({ url: site('/lighthouse') }),
    );
    expect(fromPage).toBe(200);
    expect((await call('/v1/credits', { key: token })).status).toBe(401);
    const cookie = (await tab.page.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    expect((await call('/v1/credits', { key: token, headers: { cookie } })).status).toBe(200);
    expect((await call('/v1/credits', { key: `${token}x`, headers: { cookie } })).status).toBe(401);
    expect((await call('/v1/credits', { key: null, headers: { cookie } })).status).toBe(401);
  });
});
