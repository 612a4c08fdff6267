import { describe, expect, it } from 'vitest';
import { html, siteWithPages } from './browserPages.ts';
import { failureOf, site } from './sites.ts';
import { noChromium, sharedBrowser } from './testBrowser.ts';

describe.skipIf(noChromium)('browser renderer with a page that fails', () => {
  const { render } = sharedBrowser();

  it('reports blocked and unreachable hosts with the messages of the fetcher', async () => {
    const failures = await Promise.all(
      [
        'http://10.0.0.1/',
        'http://private.test/',
        'https://private.test/',
        'http://none.test/',
        'https://none.test/',
        'ftp://a.test/',
      ].map((url) => failureOf(render({ url }))),
    );
    expect(failures).toEqual([
      'BlockedAddress: 10.0.0.1 is not a public address.',
      'BlockedAddress: private.test is not a public address.',
      'BlockedAddress: private.test is not a public address.',
      'PageUnreachable: DNS lookup failed for none.test: the name does not exist.',
      'PageUnreachable: DNS lookup failed for none.test: the name does not exist.',
      'InvalidRequest: ftp: URLs cannot be read, only those of http and https.',
    ]);
  });

  it.each([
    ['a redirect', (to: string) => ({ status: 302, location: to, body: '' })],
    ['a script', (to: string) => ({ status: 200, location: '', body: `<script>location.href = "${to}"</script>` })],
    [
      'a meta refresh',
      (to: string) => ({ status: 200, location: '', body: `<meta http-equiv="refresh" content="0; url=${to}">` }),
    ],
  ])('names the page if %s leads to a private address', async (_, answer) => {
    const { status, location, body } = answer('http://private.test/');
    const { url } = await site((_, response) => {
      response.writeHead(status, { 'content-type': 'text/html', ...(location === '' ? {} : { location }) }).end(body);
    });
    // Chromium may begin to navigate a moment after the page has loaded.
    expect(await failureOf(render({ url, waitForMs: 2_000 }))).toBe(
      `BlockedAddress: ${url}/ redirects to a URL that cannot be read: private.test is not a public address.`,
    );
  });

  it('reports a download', async () => {
    const { url } = await site((_, response) => {
      response
        .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename=a.zip' })
        .end('PK');
    });
    expect(await failureOf(render({ url }))).toBe('PageNotText: The site answers with a download, not a page.');
  });

  it('reports a page that is too large', async () => {
    const { url } = await siteWithPages({ '/': html('x'.repeat(3_000)) });
    expect(await failureOf(render({ url, maxBytes: 2_048 }))).toBe('PageTooLarge: The page is larger than 2 KiB.');
  });

  it('reports a site that does not answer in time', async () => {
    const { url } = await site(() => {});
    expect(await failureOf(render({ url, timeoutMs: 5_000 }))).toBe(
      'PageTimedOut: Timed out after 5 s while waiting for the answer.',
    );
  });

  it('reports too many redirects', async () => {
    const { url } = await site((request, response) => {
      response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end();
    });
    expect(await failureOf(render({ url: `${url}/0` }))).toBe('PageUnreachable: Too many redirects (20).');
  });

  it('reports a site that closes the connection', async () => {
    const { url } = await site((_, response) => response.destroy());
    expect(await failureOf(render({ url }))).toBe(
      'PageUnreachable: The site closed the connection before the whole page had arrived.',
    );
  });
});
