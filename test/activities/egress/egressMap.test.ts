import { describe, expect, it } from 'vitest';
import { parseEgressMap } from '../../../contracts/egress/rules.ts';
import { failureOf, fetcher, mapping, site } from './sites.ts';

describe('EGRESS_MAP in the fetcher', () => {
  it('sends requests for a mapped host and its subdomains to the server and keeps the Host header', async () => {
    const { url } = await site((request, response) => response.end(`${request.headers.host}${request.url}`));
    const { fetch } = fetcher({ rules: mapping(`shop.test=${url}`) });
    for (const asked of [
      'http://shop.test/a?b',
      'https://shop.test/',
      'https://www.shop.test:8443/c',
      'http://SHOP.test./',
    ]) {
      const page = await fetch({ url: asked });
      const { host, pathname, search, href } = new URL(asked);
      expect(page.body.toString()).toBe(`${host}${pathname}${search}`);
      expect(page.url).toBe(href);
    }
  });

  it('follows redirects between mapped hosts and keeps their cookies apart', async () => {
    const { url, requests } = await site((request, response) => {
      if (request.headers.host === 'a.test')
        response.writeHead(302, { location: 'https://b.test/', 'set-cookie': 'a=1' });
      response.end();
    });
    const { fetch } = fetcher({ rules: mapping(`a.test=${url},b.test=${url}`) });
    const page = await fetch({ url: 'https://a.test/' });
    expect(page).toMatchObject({ url: 'https://b.test/', redirects: ['https://a.test/'] });
    expect(requests[1]?.headers.cookie).toBeUndefined();
  });

  it('still refuses a private address that a host is mapped to', async () => {
    const { url, requests } = await site((_, response) => response.end());
    const rules = { allow: [], map: parseEgressMap(`shop.test=${url}`) };
    expect(await failureOf(fetcher({ rules }).fetch({ url: 'http://shop.test/' }))).toBe(
      'BlockedAddress: 127.0.0.1 is not a public address.',
    );
    expect(requests).toHaveLength(0);
  });
});
