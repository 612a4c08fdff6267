import { afterAll, describe, expect, it } from 'vitest';
import type { ConvertInput } from '../../../activities/pages/converted.ts';
import { createConverter } from '../../../activities/pages/offThread.ts';

function input(html: string | Buffer, contentType = 'text/html'): ConvertInput {
  return {
    body: Buffer.from(html),
    contentType,
    url: 'https://example.com/page',
    options: { formats: ['markdown', 'html', 'links'], onlyMainContent: false },
  };
}

describe('converting on threads', () => {
  const converter = createConverter({ threads: 2 });
  afterAll(() => converter.close());

  it('gives what the conversion gives', { timeout: 30_000 }, async () => {
    const page = await converter.convert(input('<title>T</title><h1>Hello</h1><a href="/x">x</a>'));
    expect(page).toMatchObject({
      markdown: '# Hello\n\n[x](https://example.com/x)',
      links: ['https://example.com/x'],
      metadata: { title: 'T' },
    });
  });

  it('keeps the kind of a failure', async () => {
    const body = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]);
    await expect(converter.convert(input(body, 'image/png'))).rejects.toMatchObject({
      name: 'Failure',
      kind: 'PageNotText',
    });
  });

  it('converts many at once, more than it has threads', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, (_, n) => converter.convert(input(`<p>page ${n}</p>`))));
    expect(pages.map(({ markdown }) => markdown)).toEqual(Array.from({ length: 20 }, (_, n) => `page ${n}`));
  });

  it('stops when its caller goes away', async () => {
    const reason = new Error('gone');
    await expect(converter.convert(input('<p>x</p>'), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('limits of a thread', () => {
  it('gives up a page that takes too long', async () => {
    const converter = createConverter({ threads: 1, timeLimitMs: 1 });
    try {
      await expect(converter.convert(input('<p>word </p>'.repeat(100_000)))).rejects.toMatchObject({
        kind: 'PageTimedOut',
      });
    } finally {
      await converter.close();
    }
  });

  it('refuses a page that needs more memory than a thread may have, and lives on', { timeout: 60_000 }, async () => {
    const converter = createConverter({ threads: 1, memoryLimitMb: 40 });
    try {
      await expect(converter.convert(input('<i>a</i> '.repeat(1_000_000)))).rejects.toMatchObject({
        kind: 'PageTooLarge',
      });
      await expect(converter.convert(input('<p>small</p>'))).resolves.toMatchObject({ markdown: 'small' });
    } finally {
      await converter.close();
    }
  });
});
