import { shownUrl } from '../../../contracts/egress/url.ts';
import type { Monitor } from '../../../storage/monitors.ts';

/** What people call it, or else the page that it watches. */
export function monitorName({ name, urls }: Pick<Monitor, 'name' | 'urls'>): string {
  if (name) return name;
  const [first = '', ...rest] = urls.map((url) => shownUrl(url).replace(/^https?:\/\/|\/$/g, ''));
  return rest.length > 0 ? `${first} and ${rest.length} more` : first;
}
