import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { ConvertInput } from '../../../activities/pages/conversion.ts';
import { openConverterPool } from '../../../activities/pages/converterPool.ts';
import { packedItem } from '../../../storage/packedContent.ts';
import { flateBomb, pdf } from '../../support/pdf.ts';

function input(html: string | Buffer, contentType = 'text/html'): ConvertInput {
  return {
    body: Buffer.from(html),
    contentType,
    url: 'https://example.com/page',
    options: { formats: ['markdown', 'html', 'links'], onlyMainContent: false },
  };
}

describe('the converter pool', () => {
  const converter = openConverterPool({ threads: 2, timeoutMs: 60_000 });
  afterAll(() => converter.close());

  it('returns the converted page', async () => {
    const page = await converter.convert(input('<title>T</title><h1>Hello</h1><a href="/x">x</a>'));
    expect(page).toMatchObject({
      markdown: '# Hello\n\n[x](https://example.com/x)',
      links: ['https://example.com/x'],
      metadata: { title: 'T' },
    });
  });

  it('returns the content packed to a caller that only stores it', async () => {
    const { packed, ...page } = await converter.convert({ ...input('<title>T</title><h1>Hello</h1>'), packing: {} });
    expect(page).toEqual({ metadata: { title: 'T' } });
    const item = { url: 'https://example.com/', metadata: { sourceURL: 'https://example.com/' } };
    const stored = gunzipSync(packedItem(item, packed ?? { fields: Buffer.alloc(0), hasNoText: true }));
    expect(JSON.parse(String(stored))).toEqual({ ...item, markdown: '# Hello', html: '<h1>Hello</h1>', links: [] });
  });

  it('packs the largest page there can be, of which each character is escaped', async () => {
    const text = '"\\\n'.repeat(3_000_000);
    const { packed } = await converter.convert({ ...input(text, 'text/plain'), packing: {} });
    const fields = JSON.parse(`{${gunzipSync(packed?.fields ?? Buffer.alloc(0))}}`);
    expect(fields.html).toHaveLength(`<pre>${text}</pre>`.length);
  });

  it('keeps the kind of a failure that happens on a thread', async () => {
    const body = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]);
    await expect(converter.convert(input(body, 'image/png'))).rejects.toMatchObject({
      name: 'Failure',
      kind: 'PageNotText',
    });
  });

  it('converts more pages at once than it has threads', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, (_, n) => converter.convert(input(`<p>page ${n}</p>`))));
    expect(pages.map(({ markdown }) => markdown)).toEqual(Array.from({ length: 20 }, (_, n) => `page ${n}`));
  });

  it('rejects with the signal’s reason when the caller goes away', async () => {
    const reason = new Error('gone');
    await expect(converter.convert(input('<p>x</p>'), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('gives up a page that takes longer than the timeout', async () => {
    const converter = openConverterPool({ threads: 1, timeoutMs: 1 });
    try {
      await expect(converter.convert(input('<p>word </p>'.repeat(100_000)))).rejects.toMatchObject({
        kind: 'PageTimedOut',
      });
    } finally {
      await converter.close();
    }
  });

  it('refuses a page that needs more memory than a thread may use, and converts the next one', async () => {
    const converter = openConverterPool({ threads: 1, memoryLimitMb: 40, timeoutMs: 120_000 });
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

describe('documents in the converter pool', () => {
  const converter = openConverterPool({ threads: 1, timeoutMs: 120_000 });
  afterAll(() => converter.close());

  it('are read outside of this process, whatever their content type is', async () => {
    const page = await converter.convert(input(pdf([['The first line.'], ['Page two.']]), 'text/html'));
    expect(page).toMatchObject({ markdown: 'The first line.\n\nPage two.', metadata: { title: 'On bridges' } });
  });

  it('keep the kind of their failure', async () => {
    await expect(converter.convert(input('%PDF-1.7 garbage'))).rejects.toMatchObject({ kind: 'PageNotText' });
  });

  it('cannot take the memory of the worker, and the next one is read', async () => {
    const bomb = flateBomb(3_000);
    expect(bomb.length).toBeLessThan(20_000);
    const before = process.memoryUsage.rss();
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage.rss());
    }, 20);
    try {
      await expect(converter.convert(input(bomb))).rejects.toMatchObject({
        kind: 'PageTooLarge',
        message: 'The document needs too much memory to be read.',
      });
    } finally {
      clearInterval(watch);
    }
    expect(highest - before).toBeLessThan(200 * 1024 * 1024);
    await expect(converter.convert(input(pdf([['After it.']])))).resolves.toMatchObject({ markdown: 'After it.' });
  });

  it('are given up when they take too long', async () => {
    const hasty = openConverterPool({ threads: 1, timeoutMs: 300 });
    const slow = pdf(Array.from({ length: 400 }, () => Array.from({ length: 400 }, () => 'A line of the page.')));
    try {
      await expect(hasty.convert(input(slow))).rejects.toMatchObject({ kind: 'PageTimedOut' });
    } finally {
      await hasty.close();
    }
  });

  it('stop waiting when the caller goes away', async () => {
    const reason = new Error('gone');
    const caller = new AbortController();
    const converted = converter.convert(input(flateBomb(500)), caller.signal);
    caller.abort(reason);
    await expect(converted).rejects.toBe(reason);
  });
});
