import { shownUrl } from '../../../contracts/egress/url.ts';
import type { Monitor } from '../../../storage/monitors.ts';

/** What people call it, or else the page or the site that it watches. */
export function monitorName({ name, urls, crawl }: Pick<Monitor, 'name' | 'urls' | 'crawl'>): string {
  if (name) return name;
  const addresses = crawl ? [crawl.url] : urls;
  const [first = '', ...rest] = addresses.map((url) => shownUrl(url).replace(/^https?:\/\/|\/$/g, ''));
  return rest.length > 0 ? `${first} and ${rest.length} more` : first;
}
