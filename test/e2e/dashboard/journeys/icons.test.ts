import { describe, expect, it } from 'vitest';
import { setUpJourney } from '../../../support/journey.ts';

describe('the Icons page of the dashboard', () => {
  const journey = setUpJourney();

  const namesShown = () =>
    journey.tab.page.$$eval('.gallery strong', (names) => names.map(({ textContent }) => textContent));

  /** Loads the lazy pictures too, and counts those that are none. */
  const missingPictures = () =>
    journey.tab.page.$$eval('.gallery img', async (pictures) => {
      const isMissing = await Promise.all(
        pictures.map((picture) => {
          picture.loading = 'eager';
          return picture.decode().then(
            () => false,
            () => true,
          );
        }),
      );
      return isMissing.filter(Boolean).length;
    });

  it('opens with a gallery of curated marks, on light and on dark, which nobody is charged for', async () => {
    const { tab } = journey;
    await tab.goto('/icons');
    expect((await namesShown()).length).toBe(60);
    expect(await tab.page.$$eval('.gallery img', ({ length }) => length)).toBe(120);
    expect(await missingPictures()).toBe(0);
    const answer = await tab.page.evaluate(
      "fetch('/icons/of/github.com?theme=dark').then(({ headers }) => headers.get('content-type'))",
    );
    expect(answer).toBe('image/svg+xml');
    // Other domains are asked for with a key, which counts them.
    expect(await tab.page.evaluate("fetch('/icons/of/lighthouse.com').then(({ status }) => status)")).toBe(404);
    await tab.checkAppearance('icons');
    await tab.goto('/usage');
    expect(await tab.text()).toMatch(/Image requests\s*0/);
  });

  it('finds a brand while its name is typed, and opens it in the playground', async () => {
    const { tab } = journey;
    await tab.goto('/icons');
    await tab.type('spotif');
    // A pause between two letters shows what is found up to there.
    await tab.page.waitForFunction(
      "location.search === '?q=spotif' && document.querySelectorAll('.gallery li').length === 1",
    );
    expect(await namesShown()).toEqual(['Spotify']);
    const html = await tab.page.$eval('.gallery button', ({ dataset }) => dataset['copy']);
    expect(html).toMatch(/^<img src="http:[^"]+\/spotify\.com\?token=pk_\w+" width="64" height="64" alt="">$/);
    await tab.checkAppearance('icons-found');
    await tab.page.focus('.gallery a');
    await tab.navigateBy(() => tab.page.keyboard.press('Enter'));
    expect(await tab.page.$eval('#domain', (field) => field.value)).toBe('spotify.com');
  });

  it('finds the same without a script, and says so if there is nothing', async () => {
    const { tab } = journey;
    await tab.page.setJavaScriptEnabled(false);
    await tab.goto('/icons');
    await tab.page.type('#q', 'spotify');
    await tab.navigateBy(() => tab.page.keyboard.press('Enter'));
    expect(await tab.text('.gallery')).toContain('spotify.com');
    await tab.goto('/icons?q=nobody+is+called+this');
    expect(await tab.text()).toContain('No brand is called “nobody is called this”');
    await tab.page.setJavaScriptEnabled(true);
  });

  it('shows the candidates for the icon of a domain and fetches them again', async () => {
    const { tab } = journey;
    await tab.goto('/icons');
    await tab.page.type('#q', 'www.lighthouse.com');
    await tab.navigateBy(() => tab.page.click('main form button[type=submit]'));
    await tab.waitForText('lighthouse.com');
    if (!(await tab.text()).includes('Fetch again'))
      await tab.navigateBy(() => tab.page.click('aria/Find its pictures now'));
    await tab.waitForText('Icon on light');
    await tab.navigateBy(() => tab.page.click('aria/Fetch again'));
    await tab.waitForText(/The site was asked/);
    await tab.checkAppearance('icons-domain');
    await tab.goto('/icons?domain=localhost');
    await tab.waitForText('localhost is not a public domain');
  });
});
