import { expect, it } from 'vitest';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

interface Scraped {
  data: { markdown: string; warning?: string; metadata: { width?: number } };
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

it('a Word document is read whatever it is sent as, and one that unpacks to too much is a 422', async () => {
  const scrape = (path: string) => call<Scraped & { error: string }>('/v1/scrape', { body: { url: site(path) } });
  const [report, bomb] = await Promise.all([scrape('/report'), scrape('/bomb.docx')]);
  expect(report.status).toBe(200);
  expect(report.body.data.markdown).toBe('The keeper wrote a report.');
  expect(bomb.status).toBe(422);
  expect(bomb.body.error).toBe('The document unpacks to more than 128 MB.');
});

it('an image is a page, and one that is far larger than its file is never decoded', async () => {
  const parsers = [{ type: 'image', ocr: true }];
  const scrape = (path: string) => call<Scraped>('/v1/scrape', { body: { url: site(path), parsers } });
  const [photo, bomb] = await Promise.all([scrape('/photo'), scrape('/bomb.png')]);
  expect(photo.status).toBe(200);
  expect(photo.body.data).toMatchObject({
    markdown: `![photo](${site('/photo')})\n\nPNG image, 64 × 64 pixels`,
    metadata: { width: 64, height: 64 },
    warning: 'No text was found in the image by OCR.',
  });
  expect(bomb.body.data).toMatchObject({
    metadata: { width: 20_000 },
    warning: 'The image has too many pixels for its text to be read by OCR.',
  });
});
