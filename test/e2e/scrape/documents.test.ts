import { expect, it } from 'vitest';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

interface Scraped {
  data: { markdown: string };
}

it('a PDF of a few kilobytes that inflates to gigabytes is a 422, and other documents are read meanwhile', async () => {
  const scrape = (path: string) => call<Scraped & { error: string }>('/v1/scrape', { body: { url: site(path) } });
  const [bomb, document] = await Promise.all([scrape('/bomb.pdf'), scrape('/document.pdf')]);
  expect(bomb.status).toBe(422);
  // On a machine that is busy the time may be up before the memory is.
  expect(bomb.body.error).toMatch(/^The document (needs too much memory to be read|could not be read within 20 s)\.$/);
  expect(document.status).toBe(200);
  expect(document.body.data.markdown).toBe('The keeper counted ships.');
});
