import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCrawl } from '../../../support/crawls.ts';
import { site } from '../../../support/fixtureSite.ts';
import { type HeldSite, startHeldSite } from '../../../support/heldSite.ts';
import { setUpJourney } from '../../../support/journey.ts';
import { crawled } from '../../../support/site/crawled.ts';

describe('the job pages of the dashboard', () => {
  const journey = setUpJourney();
  const { submit } = journey;
  let held: HeldSite;
  beforeAll(async () => {
    held = await startHeldSite();
  });
  afterAll(() => held?.close());

  it('start a batch, follow it, show an item, retry the failed page and export the results', async () => {
    const { tab } = journey;
    await tab.goto('/jobs');
    await tab.checkAppearance('jobs-none');
    await tab.page.type('#urls', 'http://10.0.0.1/');
    await submit('#new');
    await tab.waitForText('not a public address');
    await tab.page.$eval('#urls', (field) => {
      field.value = '';
    });
    const urls = [...['/a', '/b', '/status?code=404'].map(site), held.page('/held')];
    await tab.page.type('#urls', urls.join('\n'));
    await submit('#new');
    expect(new URL(tab.page.url()).pathname).toMatch(/^\/jobs\/[\w-]+$/);
    await tab.waitForText('running');
    held.release();
    await tab.waitForText('completed');
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
    await tab.waitForText('4 of 4');
    await tab.waitForText('completed');
    const lines = String(
      await tab.page.evaluate('fetch(document.querySelector("a[href$=ndjson]").href).then((r) => r.text())'),
    );
    expect(lines.trim().split('\n')).toHaveLength(4);
    await tab.navigateBy(() => tab.page.click('aria/Webhook'));
    await tab.waitForText('This job has no webhook');
  });

  it('cancel a batch', async () => {
    const { tab } = journey;
    await tab.goto('/jobs');
    await tab.page.type('#urls', [site('/a'), site('/slow?ms=60000')].join('\n'));
    await submit('#new');
    // In one step: the page replaces the button whenever another page of the batch settles.
    await tab.navigateBy(() => tab.page.evaluate(`document.querySelector('form[action$="/cancel"] button').click()`));
    await tab.waitForText('cancelled');
    await tab.goto('/jobs');
    await tab.checkAppearance('jobs');
  });

  it('show the tree of a crawled site as it grows, its pages by depth, and what was passed over', async () => {
    const { tab, user } = journey;
    const key = user.secretKey;
    // Slow enough that some pages still wait when the dashboard is looked at.
    const body = { url: crawled('tree'), delay: 1, scrapeOptions: { formats: ['markdown'] } };
    const { id } = await createCrawl(body, { key });
    await tab.goto(`/jobs/${id}`);
    await tab.waitForText('waiting');
    await tab.waitForText('completed');
    await tab.waitForText('docs/');
    expect(await tab.text('[data-live=tree]')).toContain('5 pages');
    const depths = await tab.page.$$eval('[data-live=depths] tbody tr', (rows) => rows.map((row) => row.textContent));
    expect(depths).toEqual(['02200', '13300', '24310', '33300']);
    const passedOver = await tab.text('[data-live=passed-over]');
    expect(passedOver).toContain('1 page failed: The site answered 404.');
    expect(passedOver).toContain('Links to addresses that are not public, such as http://10.0.0.1/inside');
    expect(passedOver).toContain('Links to other sites, such as http://sub.tree.crawled.site.example/');
    expect(passedOver).toContain('archive.zip');
    await tab.checkAppearance('crawl');
    await tab.navigateBy(() => tab.page.click('aria/docs/'));
    expect(await tab.text('.tree-path')).toContain('docs');
    await tab.waitForText('deep/three');
    await tab.navigateBy(() => tab.page.click('aria/two'));
    await tab.waitForText('counted ships');
    await tab.goto(`/jobs/${id}/items`);
    await tab.waitForText('The page tree.crawled.site.example/about');
  });
});
