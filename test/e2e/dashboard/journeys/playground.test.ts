import { describe, expect, it } from 'vitest';
import { site } from '../../../support/fixtureSite.ts';
import { setUpJourney } from '../../../support/journey.ts';

describe('the playground of the dashboard', { timeout: 180_000 }, () => {
  const journey = setUpJourney();

  it('scrapes a page and shows its markdown, its JSON and the curl command', async () => {
    const { tab } = journey;
    await tab.goto('/playground');
    await tab.page.type('#url', site('/lighthouse'));
    expect(await tab.text('#curl')).toContain(`'{"url":"${site('/lighthouse')}"}'`);
    await tab.page.click('main form button[type=submit]');
    await tab.waitForText('Done in', 60_000);
    expect(await tab.text('.prose')).toContain('counted ships');
    await tab.checkAppearance('playground-scrape');
    await tab.page.click('aria/JSON');
    await tab.page.waitForSelector('.hljs-attr');
  });

  it('maps a site and lists its pages', async () => {
    const { tab } = journey;
    await tab.goto('/playground/map');
    await tab.page.type('#url', 'http://mapped.site.example/');
    await tab.page.type('#search', 'pricing');
    await tab.page.click('main form button[type=submit]');
    await tab.waitForText('6 pages', 60_000);
    expect(await tab.text('tbody tr:first-child')).toContain('http://mapped.site.example/pricing');
    await tab.checkAppearance('playground-map');
  });

  it('extracts data, analyzes a brand, and explains invalid input', async () => {
    const { tab } = journey;
    await tab.goto('/playground/extract');
    await tab.page.type('#url', site('/lighthouse'));
    await tab.page.click('main form button[type=submit]');
    await tab.page.waitForSelector('[data-result]:not([hidden]) > *', { timeout: 60_000 });
    await tab.checkAppearance('playground-extract');
    await tab.page.$eval('#schema', (field) => {
      field.value = '{"type":';
    });
    await tab.page.click('main form button[type=submit]');
    await tab.waitForText('The schema is not valid JSON');

    await tab.goto('/playground/branding');
    await tab.page.type('#url', 'http://10.0.0.1/');
    await tab.page.click('main form button[type=submit]');
    await tab.page.waitForSelector('[data-result] .notice.bad', { timeout: 60_000 });
    await tab.waitForText('not a public address');
    await tab.page.$eval('#url', (field) => {
      field.value = '';
    });
    await tab.page.type('#url', site('/lighthouse'));
    await tab.page.click('main form button[type=submit]');
    await tab.page.waitForSelector('.brand-sheet', { timeout: 90_000 });
    await tab.checkAppearance('playground-branding');
  });

  it('shows an icon on light and on dark', async () => {
    const { tab } = journey;
    await tab.goto('/playground/icon');
    await tab.page.type('#domain', 'lighthouse.com');
    await tab.page.click('main form button[type=submit]');
    await tab.page.waitForSelector('.surface.dark img', { timeout: 60_000 });
    await tab.checkAppearance('playground-icon');
  });

  it('shows the candidates for an icon and fetches them again', async () => {
    const { tab } = journey;
    await tab.goto('/icons');
    await tab.page.type('#domain', 'www.lighthouse.com');
    await tab.navigateBy(() => tab.page.click('main form button[type=submit]'));
    await tab.waitForText('Icon on light');
    await tab.navigateBy(() => tab.page.click('aria/Fetch again'));
    await tab.waitForText(/The site was asked/);
    await tab.checkAppearance('icons');
    await tab.goto('/icons?domain=localhost');
    await tab.waitForText('localhost is not a public domain');
  });
});
