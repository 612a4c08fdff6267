import { describe, expect, it } from 'vitest';
import { pageOf } from './pageOf.ts';

describe('a body that is not HTML', () => {
  it('is indented if it is JSON, and kept if it is one object per line', async () => {
    expect((await pageOf('{"a":[1,2]}', { contentType: 'application/json' })).markdown).toBe(
      '```json\n{\n  "a": [\n    1,\n    2\n  ]\n}\n```',
    );
    expect((await pageOf('{"a":1}\n{"a":2}', { contentType: 'application/x-ndjson' })).markdown).toBe(
      '```json\n{"a":1}\n{"a":2}\n```',
    );
  });

  it('is kept as it is if it is JSON nested too deep to indent', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect((await pageOf(deep, { contentType: 'application/json' })).markdown).toContain('[[[[');
  });

  it('is kept as it is if it is plain text or markdown', async () => {
    expect((await pageOf('# Read me\r\n\r\n*hi* <b>', { contentType: 'text/markdown; charset=utf-8' })).markdown).toBe(
      '# Read me\n\n*hi* <b>',
    );
  });

  it('becomes a table if it is CSV', async () => {
    expect((await pageOf('a;b\n"x;1";"say ""hi""\nthere"\n', { contentType: 'text/csv' })).markdown).toBe(
      '| a | b |\n| --- | --- |\n| x;1 | say "hi"<br>there |',
    );
  });

  it('is split where most of its rows have as many columns, if it is CSV', async () => {
    const rows = (text: string) => pageOf(text, { contentType: 'text/csv' }).then(({ markdown }) => markdown);
    expect(await rows('number|text\n1|a, b, c\n2|d')).toBe(
      '| number | text |\n| --- | --- |\n| 1 | a, b, c |\n| 2 | d |',
    );
    expect(await rows('Ship, sail, rig;Year\nArgo;1901\nFram;1892')).toContain('| Argo | 1901 |');
    expect(await rows('ship\nArgo\nFram')).toBe('| ship |\n| --- |\n| Argo |\n| Fram |');
  });

  it('becomes a page with the items of an RSS feed', async () => {
    const page = await pageOf(
      `<?xml version="1.0"?><rss version="2.0"><channel><title>News &amp; more</title><link>https://n.example/</link><description>All of it</description><language>en</language>
      <item><title>First</title><link>https://n.example/1</link><pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate><description><![CDATA[<p>Some <b>words</b> <a href="/more">more</a></p><script>1</script>]]></description></item>
      <item><title>Second</title><guid>https://n.example/2</guid></item></channel></rss>`,
      { contentType: 'application/rss+xml' },
    );
    expect(page.markdown).toBe(
      '# News & more\n\nAll of it\n\n## [First](https://n.example/1)\n\nWed, 01 May 2024 10:00:00 GMT\n\nSome **words** [more](https://n.example/more)\n\n## [Second](https://n.example/2)',
    );
    expect(page.links).toEqual(['https://n.example/', 'https://n.example/1', 'https://n.example/2']);
    expect(page.metadata).toEqual({ title: 'News & more', description: 'All of it', language: 'en' });
  });

  it('becomes a page with the entries of an Atom feed', async () => {
    const { markdown } = await pageOf(
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>F</title><entry><title>E</title><link rel="alternate" href="/e"/><author><name>Ann</name></author><updated>2024-01-01</updated><summary>S</summary></entry></feed>',
      { contentType: 'text/html' },
    );
    expect(markdown).toBe('# F\n\n## [E](https://example.com/e)\n\n2024-01-01 · Ann\n\nS');
  });

  it('becomes a list of the addresses of a sitemap, or a fenced block for other XML', async () => {
    const map = await pageOf('<urlset><url><loc>https://a.example/1</loc></url></urlset>', {
      contentType: 'application/xml',
    });
    expect(map).toMatchObject({ markdown: '- <https://a.example/1>', links: ['https://a.example/1'] });
    expect((await pageOf('<note><to>You</to></note>', { contentType: 'text/xml' })).markdown).toBe(
      '```xml\n<note><to>You</to></note>\n```',
    );
  });

  it('is refused by name if it has no text', async () => {
    const mp3 = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0]);
    await expect(pageOf(mp3, { contentType: 'text/html' })).rejects.toMatchObject({
      kind: 'PageNotText',
      message: 'The page is an MP3 file, which has no text to read.',
    });
    await expect(
      pageOf(Buffer.from([1, 0, 2, 0, 0, 3, 4, 5]), { contentType: 'application/x-thing' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('application/x-thing') });
  });
});

describe('a content type that is wrong or missing', () => {
  it('is replaced by what the text looks like', async () => {
    expect((await pageOf('<!doctype html><title>T</title><p>x', { contentType: 'text/plain' })).metadata.title).toBe(
      'T',
    );
    expect((await pageOf('<html><title>T</title><p>x', { contentType: 'application/json' })).metadata.title).toBe('T');
    expect((await pageOf('{"a":1}', { contentType: 'application/octet-stream' })).markdown).toContain('```json');
    expect((await pageOf('just words', { contentType: undefined })).markdown).toBe('just words');
    expect((await pageOf('{"a":1}', { contentType: 'text/html' })).markdown).toContain('```json');
  });

  it('does not make HTML of plain text that mentions a tag', async () => {
    expect((await pageOf('use the <b> tag', { contentType: 'text/plain' })).markdown).toBe('use the <b> tag');
  });
});
