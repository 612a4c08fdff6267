import type { Browser } from 'puppeteer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newUser, type User } from '../../support/accounts.ts';
import { openBrowser, openTab, type Tab } from '../../support/browser.ts';
import { call, images } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';

describe('a person at the dashboard', { timeout: 180_000 }, () => {
  let browser: Browser;
  let person: User;
  let tab: Tab;

  beforeAll(async () => {
    [browser, person] = await Promise.all([openBrowser(), newUser('plain')]);
    tab = await openTab(browser);
  });
  afterAll(() => browser?.close());
  afterEach(() => expect(tab.problems).toEqual([]));

  const submit = (form: string) => tab.navigateBy(() => tab.page.click(`${form} button[type=submit]`));
  const currentPath = () => new URL(tab.page.url()).pathname;

  it('signs in, by keyboard alone', async () => {
    await tab.goto('/');
    await tab.checkAppearance('sign-in');
    await tab.page.keyboard.type(person.email);
    await tab.page.keyboard.press('Tab');
    await tab.page.keyboard.type('not the password');
    await tab.navigateBy(() => tab.page.keyboard.press('Enter'));
    await tab.waitForText('do not belong together');
    await tab.page.keyboard.type(person.password);
    await tab.navigateBy(() => tab.page.keyboard.press('Enter'));
    await tab.waitForText('Welcome');
    await tab.checkAppearance('home');
  });

  it('makes a secret key, sees it once, and uses it', async () => {
    await tab.goto('/keys');
    await tab.page.type('#secret-name', 'Production server');
    await submit('#secret .inline-form');
    await tab.waitForText('Copy it now');
    await tab.checkAppearance('key-made');
    const key = await tab.text('[data-made] code');
    expect((await call('/v1/credits', { key })).status).toBe(200);
    await tab.page.reload();
    await tab.waitForText('Production server');
    expect(await tab.page.content()).not.toContain(key);
    // Reloading has not made another one.
    expect((await tab.text()).match(/Production server/g)).toHaveLength(2);
  });

  it('makes a publishable key and restricts it, told of slips while typing', async () => {
    await tab.page.type('#publishable-name', 'Shop');
    await submit('#publishable .inline-form');
    const key = await tab.text('[data-made] code');
    await tab.navigateBy(() => tab.page.click('aria/Shop[role="link"]'));
    await tab.page.type('#entries', 'shop.example\nhttps://shop.example\n*.com');
    await tab.waitForText('Leave the scheme away');
    await tab.waitForText('would allow every site under .com');
    await tab.page.type('#try', 'https://www.shop.example');
    await tab.waitForText('Not allowed: nothing in the list covers www.shop.example');
    await tab.checkAppearance('origins');
    await tab.page.$eval('#entries', (field) => {
      field.value = '';
    });
    await tab.page.type('#entries', 'shop.example\n*.shop.example');
    await tab.waitForText('Allowed: a wildcard of the list covers www.shop.example');
    await submit('#origins');
    await tab.waitForText('The origins are saved');
    const from = async (origin: string) =>
      (await fetch(`${images()}/lighthouse.com?token=${key}&size=16`, { headers: { origin } })).status;
    await eventually('the list holds', async () => (await from('https://other.example')) === 401, 2_000);
    expect(await from('https://www.shop.example')).toBe(200);
  });

  it('renames a key and deletes it, asked once', async () => {
    await tab.page.$eval('#name', (field) => {
      field.value = '';
    });
    await tab.page.type('#name', 'Old shop');
    await submit('#about .inline-form');
    await tab.waitForText('The key has its new name');
    await tab.page.click('#delete .button');
    await tab.page.waitForSelector('#delete-key', { visible: true });
    await tab.checkAppearance('delete');
    await submit('#delete-key');
    await tab.waitForText('The key is deleted');
    expect(await tab.text()).not.toContain('Old shop');
    await tab.checkAppearance('keys');
  });

  it('sees image requests counted live, and the banner once the allowance is passed', async () => {
    const ask = () => fetch(`${images()}/lighthouse.com?token=${person.publishableKey}&size=16`);
    for (let asked = 0; asked < 3; asked += 1) await ask();
    await tab.goto('/usage');
    const counted = () => tab.text('[data-live=stats] .stat-value');
    const before = Number(await counted());
    expect(before).toBeGreaterThanOrEqual(3);
    await ask();
    await eventually('the page counts without being reloaded', async () => Number(await counted()) === before + 1);
    for (let asked = 0; asked < 10; asked += 1) await ask();
    await tab.waitForText('Over this month’s allowance');
    await tab.page.click('.figures summary');
    await tab.waitForText(new Date().toISOString().slice(0, 10));
    const drawn =
      'document.querySelector("canvas").getContext("2d").getImageData(0, 0, 2000, 400).data.some((value) => value > 0)';
    expect(await tab.page.evaluate(drawn)).toBe(true);
    await tab.checkAppearance('usage');
  });

  it('goes to another month and takes the numbers away as CSV', async () => {
    await tab.navigateBy(() => tab.page.click('.months a'));
    await tab.waitForText('No image requests in');
    await tab.goto('/usage');
    const csv = String(
      await tab.page.evaluate('fetch(document.querySelector("a[href^=\'/usage.csv\']").href).then((r) => r.text())'),
    );
    expect(csv).toMatch(/^day,key_id,key_name,image_requests\r\n\d{4}-\d\d-\d\d,\w+,/);
  });

  it('starts a batch, watches it, reads an item, retries what failed and takes the results', async () => {
    await tab.goto('/jobs');
    await tab.checkAppearance('jobs-none');
    await tab.page.type('#urls', 'http://10.0.0.1/');
    await submit('#new');
    await tab.waitForText('not a public address');
    await tab.page.$eval('#urls', (field) => {
      field.value = '';
    });
    const paths = ['/a', '/b', '/status?code=404', '/slow?ms=2500'];
    await tab.page.type('#urls', paths.map(site).join('\n'));
    await submit('#new');
    expect(currentPath()).toMatch(/^\/jobs\/[\w-]+$/);
    await tab.waitForText('running');
    await tab.waitForText('completed', 60_000);
    await tab.waitForText('4 of 4');
    await tab.checkAppearance('job');
    await tab.navigateBy(() => tab.page.click('.items a'));
    await tab.waitForText('counted ships');
    await tab.checkAppearance('item');
    await tab.page.click('.views label:nth-of-type(2)');
    await tab.navigateBy(() => tab.page.goBack());
    await tab.navigateBy(() => tab.page.click('aria/Errors (1)'));
    await tab.waitForText('The site answered 404');
    await tab.navigateBy(() => tab.page.click('aria/Retry the failed'));
    await tab.waitForText('completed', 60_000);
    const lines = String(
      await tab.page.evaluate('fetch(document.querySelector("a[href$=ndjson]").href).then((r) => r.text())'),
    );
    expect(lines.trim().split('\n')).toHaveLength(4);
    await tab.navigateBy(() => tab.page.click('aria/Webhook'));
    await tab.waitForText('This job has no webhook');
  });

  it('cancels a batch', async () => {
    await tab.goto('/jobs');
    await tab.page.type('#urls', [site('/a'), site('/slow?ms=60000')].join('\n'));
    await submit('#new');
    await tab.navigateBy(() => tab.page.click('aria/Cancel'));
    await tab.waitForText('cancelled');
    await tab.goto('/jobs');
    await tab.checkAppearance('jobs');
  });

  it('tries scraping, and sees the page, its markdown and the curl line', async () => {
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

  it('tries extracting and branding, and is told what did not work', async () => {
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

  it('tries an icon, on light and on dark', async () => {
    await tab.goto('/playground/icon');
    await tab.page.type('#domain', 'lighthouse.com');
    await tab.page.click('main form button[type=submit]');
    await tab.page.waitForSelector('.surface.dark img', { timeout: 60_000 });
    await tab.checkAppearance('playground-icon');
  });

  it('looks at the candidates for an icon, and has the site asked again', async () => {
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

  it('switches to dark, reads its messages, changes the password and signs out everywhere', async () => {
    await tab.goto('/account');
    await tab.page.click('[data-theme-toggle]');
    await tab.page.reload();
    expect(await tab.page.$eval('html', (root) => root.getAttribute('data-theme'))).toMatch(/dark|light/);
    await tab.page.deleteCookie({ name: 'sightread_theme' });
    await eventually('the mail was sent', async () => {
      await tab.page.reload();
      return (await tab.text()).includes('sent by mail');
    });
    await tab.page.click('.message summary');
    await tab.waitForText('Nothing is blocked');
    await tab.checkAppearance('account');
    await tab.page.type('#current', person.password);
    await tab.page.type('#next', 'an even better password');
    await submit('#password-card');
    await tab.waitForText('Your password is changed');
    await submit('#sessions');
    expect(currentPath()).toBe('/sign-in');
    await tab.goto('/nowhere');
    await tab.checkAppearance('not-found');
  });
});
