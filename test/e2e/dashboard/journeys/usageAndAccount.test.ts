import { describe, expect, it } from 'vitest';
import { images } from '../../../support/client.ts';
import { eventually } from '../../../support/eventually.ts';
import { setUpJourney } from '../../../support/journey.ts';

describe('the usage and account pages of the dashboard', () => {
  const journey = setUpJourney();
  const { submit } = journey;

  it('count image requests live, and show a banner beyond the allowance', async () => {
    const { tab, user } = journey;
    const today = () => new Date().toISOString().slice(0, 10);
    const firstDay = today();
    const requestImage = () => fetch(`${images()}/lighthouse.com?token=${user.publishableKey}&size=16`);
    for (let count = 0; count < 3; count += 1) await requestImage();
    const counted = () => tab.text('[data-live=stats] .stat:last-child .stat-value');
    // A slow database has them a moment later.
    await eventually('the first ones are counted', async () => {
      await tab.goto('/usage');
      return Number(await counted()) >= 3;
    });
    const before = Number(await counted());
    await requestImage();
    await eventually('the page counts without being reloaded', async () => Number(await counted()) === before + 1);
    for (let count = 0; count < 10; count += 1) await requestImage();
    await tab.waitForText('Over this month’s allowance');
    // In one step: the page replaces the table whenever it counts more.
    await tab.page.evaluate("document.querySelector('#images .figures summary').click()");
    await tab.waitForText(firstDay);
    const bars = await tab.page.$$('#images .bar-chart rect.series-1');
    // The day may end meanwhile.
    if (today() === firstDay) expect(bars).toHaveLength(1);
    await tab.checkAppearance('usage');
  });

  it('show another month, and export the numbers as CSV', async () => {
    const { tab } = journey;
    await tab.navigateBy(() => tab.page.click('.months a'));
    await tab.waitForText('No image requests in');
    await tab.goto('/usage');
    const csv = String(
      await tab.page.evaluate('fetch(document.querySelector("a[href^=\'/usage.csv\']").href).then((r) => r.text())'),
    );
    expect(csv).toMatch(/^day,key_id,key_name,image_requests\r\n\d{4}-\d\d-\d\d,\w+,/);
  });

  it('switch to dark, show the overage message, change the password and sign out everywhere', async () => {
    const { tab, user } = journey;
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
    await tab.page.type('#current', user.password);
    await tab.page.type('#next', 'an even better password');
    await submit('#password-card');
    await tab.waitForText('Your password is changed');
    await submit('#sessions');
    expect(new URL(tab.page.url()).pathname).toBe('/sign-in');
    await tab.goto('/nowhere');
    await tab.checkAppearance('not-found');
  });
});
