import type { PageTags } from './pageTags.ts';
import { resolveUrl } from './urls.ts';

const maxCards = 4;

/** In order of preference. */
const cardNames = [/^og:image(?::(?:secure_)?url)?$/i, /^twitter:image(?::src)?$/i];

/** URLs of a page's Open Graph images, followed by those of its Twitter cards, in the order to try them. */
export function cardUrls({ metas, base }: PageTags): string[] {
  const found = cardNames.flatMap((name) =>
    metas
      .filter((meta) => name.test((meta['property'] ?? meta['name'] ?? meta['itemprop'] ?? '').trim()))
      .map((meta) => resolveUrl(meta['content'], base)),
  );
  return [...new Set(found)].filter((url) => url !== undefined).slice(0, maxCards);
}
