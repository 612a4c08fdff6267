/** Where most sites have their sitemap. */
export function usualPlace({ origin }: URL): string {
  return `${origin}/sitemap.xml`;
}

/** Where else sites put them: tried only if nothing was found. */
export function otherPlaces({ origin }: URL): string[] {
  return [
    'sitemap_index.xml',
    'sitemap-index.xml',
    'wp-sitemap.xml',
    'sitemap.xml.gz',
    'sitemap.txt',
    'feed',
    'rss.xml',
  ].map((name) => `${origin}/${name}`);
}
