import { describe, expect, it } from 'vitest';
import { call, images } from '../../../support/client.ts';
import { changedKeyMs, eventually } from '../../../support/eventually.ts';
import { setUpJourney } from '../../../support/journey.ts';

describe('the key pages of the dashboard', () => {
  const journey = setUpJourney({ isSignedIn: false });
  const { submit } = journey;

  it('open after signing in by keyboard alone', async () => {
    const { tab, user } = journey;
    await tab.goto('/');
    await tab.checkAppearance('sign-in');
    await tab.type(user.email);
    await tab.page.keyboard.press('Tab');
    await tab.type('not the password');
    await tab.navigateBy(() => tab.page.keyboard.press('Enter'));
    await tab.waitForText('do not belong together');
    await tab.type(user.password);
    await tab.navigateBy(() => tab.page.keyboard.press('Enter'));
    await tab.waitForText('Welcome');
    await tab.checkAppearance('home');
  });

  it('show a new secret key once, and the key works', async () => {
    const { tab } = journey;
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
    // Reloading the page creates no second key.
    expect((await tab.text()).match(/Production server/g)).toHaveLength(2);
  });

  it('restrict a new publishable key to origins, with hints while typing', async () => {
    const { tab } = journey;
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
    await eventually('the list holds', async () => (await from('https://other.example')) === 401, changedKeyMs);
    expect(await from('https://www.shop.example')).toBe(200);
  });

  it('rename a key, and delete it after one confirmation', async () => {
    const { tab } = journey;
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
});
