import { expect, it } from 'vitest';
import { pdf } from '../../support/pdf.ts';
import { pageOf } from './pageOf.ts';

it('reads the text, title and author of a PDF, whatever its content type is', { timeout: 60_000 }, async () => {
  const page = await pageOf(pdf([['The first line', 'and the second.'], ['Page two.']]), {
    contentType: 'application/octet-stream',
  });
  expect(page.markdown).toBe('The first line\nand the second.\n\nPage two.');
  expect(page.metadata).toEqual({ title: 'On bridges', author: 'A. Mason' });
  expect(page.links).toEqual([]);
});

it('refuses a PDF without text', async () => {
  await expect(pageOf(pdf([[]]), { contentType: 'application/pdf' })).rejects.toMatchObject({
    kind: 'PageNotText',
    message: expect.stringContaining('without text'),
  });
});

it('refuses a damaged PDF', async () => {
  const broken = Buffer.from(`%PDF-1.7\n${'garbage '.repeat(100)}`);
  await expect(pageOf(broken, { contentType: 'application/pdf' })).rejects.toMatchObject({
    kind: 'PageNotText',
    message: expect.stringContaining('damaged'),
  });
});
