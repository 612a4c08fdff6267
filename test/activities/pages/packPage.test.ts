import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentHashOf } from '../../../activities/pages/contentHash.ts';
import type { ConvertedPage } from '../../../activities/pages/conversion.ts';
import { priceOf } from '../../../activities/pages/emptyPage.ts';
import { itemOf } from '../../../activities/pages/item.ts';
import { packPage } from '../../../activities/pages/packPage.ts';
import type { FormatName } from '../../../contracts/requests/formats.ts';
import { type ItemToSettle, packedItem } from '../../../storage/packedContent.ts';
import { pageOf, prose } from './pageOf.ts';

const url = 'https://example.com/?q="quoted"';

function toItem(page: ConvertedPage): ItemToSettle {
  return itemOf(url, page, { url, statusCode: 200, engine: 'http', contentType: 'text/html' });
}

/** As it is stored. */
function jsonOf({ packed, ...item }: ItemToSettle): string {
  return packed ? String(gunzipSync(packedItem(item, packed))) : JSON.stringify(item);
}

describe('a page with packed content', () => {
  const bodies = {
    prose: `<title>“Brücke” 🌉</title><h1>Bridge</h1>${prose(30)}<a href="/next">next</a><img src="/a.png">`,
    'control characters': '<p>a&#1;b&#x85;c\u2028d "e" \\ f\ud800</p>',
    nothing: '<title>Empty</title><script>start()</script>',
  };
  const asked: FormatName[][] = [
    ['markdown', 'html', 'links'],
    ['rawHtml', 'images', 'attributes'],
    ['links'],
    ['html'],
  ];

  for (const [name, body] of Object.entries(bodies)) {
    for (const formats of asked) {
      it(`of ${name} is stored to the letter as without, with ${formats.join(', ')}`, async () => {
        const attributes = { selectors: [{ selector: 'a', attribute: 'href' }] };
        const options = { formats, ...(formats.includes('attributes') && { formatOptions: { attributes } }) };
        const page = await pageOf(body, { options });
        const packed = packPage(page, {});
        expect(packed).not.toHaveProperty('html');
        expect(packed).not.toHaveProperty('links');
        expect(jsonOf(toItem(packed))).toBe(jsonOf(toItem(page)));
        expect(priceOf({ item: toItem(packed) })).toBe(priceOf({ item: toItem(page) }));
      });
    }
  }

  it.each([true, false])('of a crawl has its links and its hash, and stores the links: %s', async (storesLinks) => {
    const page = await pageOf(bodies.prose, { options: { formats: ['markdown', 'html', 'links'] } });
    const { links, packed } = packPage(page, { forCrawl: { storesLinks } });
    expect(links).toEqual([new URL('/next', url).href]);
    expect(packed?.contentHash).toBe(contentHashOf(page));
    const { links: _, ...withoutLinks } = page;
    const item = { ...toItem({ metadata: page.metadata }), ...(packed && { packed }) };
    expect(jsonOf(item)).toBe(JSON.stringify(toItem(storesLinks ? page : withoutLinks)));
  });

  it('is as it was if it has no content', async () => {
    const page = await pageOf('<title>T</title>', { options: { formats: ['screenshot'] } });
    expect(packPage(page, {})).toBe(page);
  });
});
