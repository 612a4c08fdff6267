import { describe, expect, it } from 'vitest';
import { site } from '../../../support/fixtureSite.ts';
import { setUpJourney } from '../../../support/journey.ts';

describe('the playground of the dashboard', () => {
  const journey = setUpJourney();

  it('scrapes a page and shows its markdown, its JSON and the curl command', async () => {
    const { tab } = journey;
    await tab.goto('/playground');
    expect(await tab.text('#curl')).toContain(`'{"url":"https://example.com"}'`);
    await tab.page.type('#url', site('/lighthouse'));
    expect(await tab.text('#curl')).toContain(`'{"url":"${site('/lighthouse')}"}'`);
    await tab.page.click('main form button[type=submit]');
    await tab.waitForText('Done in');
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
    await tab.waitForText('6 pages');
    expect(await tab.text('tbody tr:first-child')).toContain('http://mapped.site.example/pricing');
    await tab.checkAppearance('playground-map');
  });

  it('extracts data, analyzes a brand, and explains invalid input', async () => {
    const { tab } = journey;
    await tab.goto('/playground/extract');
    await tab.page.type('#url', site('/lighthouse'));
    await tab.page.click('main form button[type=submit]');
    await tab.page.waitForSelector('[data-result]:not([hidden]) > *');
    await tab.checkAppearance('playground-extract');
    await tab.page.$eval('#schema', (field) => {
      field.value = '{"type":';
    });
    await tab.page.click('main form button[type=submit]');
    await tab.waitForText('The schema is not valid JSON');

    await tab.goto('/playground/branding');
    await tab.page.type('#url', 'http://10.0.0.1/');
    await tab.page.click('main form button[type=submit]');
    await tab.page.waitForSelector('[data-result] .notice.bad');
    await tab.waitForText('not a public address');
    await tab.page.$eval('#url', (field) => {
      field.value = '';
    });
    await tab.page.type('#url', site('/lighthouse'));
    await tab.page.click('main form button[type=submit]');
    await tab.page.waitForSelector('.brand-sheet');
    await tab.checkAppearance('playground-branding');
  });

  it('is where a request of the list is opened again, with its form filled in', async () => {
    const { tab } = journey;
    await tab.goto('/');
    await tab.checkAppearance('home');
    await tab.goto('/requests');
    await tab.checkAppearance('requests');
    // The list is refreshed while it is looked at: a locator looks the link up again.
    await tab.navigateBy(() => tab.page.locator('.rows a[href^="/requests/"]').click());
    await tab.checkAppearance('request');
    await tab.navigateBy(() => tab.page.click('aria/Open in the playground'));
    expect(await tab.page.$eval('#url', (field) => field.value)).toBe(site('/lighthouse'));
  });

  it('shows an icon on light and on dark', async () => {
    const { tab } = journey;
    await tab.goto('/playground/icon');
    await tab.page.type('#domain', 'lighthouse.com');
    await tab.page.type('[name=radius]', '50');
    await tab.page.click('main form button[type=submit]');
    await tab.page.waitForSelector('.surface.dark img');
    expect(await tab.text('#html')).toMatch(/^<img src="[^"]+lighthouse\.com\?token=pk_\w+&amp;radius=50"/);
    expect(new URL(tab.page.url()).search).toBe('?domain=lighthouse.com&kind=icon&radius=50');
    await tab.checkAppearance('playground-icon');
  });
});
