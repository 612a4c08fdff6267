import { parseUrl } from '../../contracts/parseUrl.ts';
import type { Evidence } from './evidence.ts';
import { jsonLdName } from './jsonLdName.ts';

/** The site's name: as declared, else the part of the title that matches its domain, else the logo's alt text. */
export function findBrandName({ tags, title, url }: Evidence, logoAlt: string | undefined): string | undefined {
  const meta = (...names: string[]) =>
    tags.metas
      .find(({ property = '', name = '' }) => names.includes((property || name).toLowerCase()))
      ?.['content']?.trim();
  const declared =
    meta('og:site_name') || jsonLdName(tags.jsonLd) || meta('application-name', 'apple-mobile-web-app-title');
  if (declared) return collapseSpaces(declared);
  const host = normalizedName(hostLabel(url));
  const parts = title
    .split(/\s+[|–—·•:-]\s+|\s*[|–—·•]\s*|:\s+/)
    .map(collapseSpaces)
    .filter((part) => part.length > 1);
  const matching =
    parts.find((part) => normalizedName(part) === host) ??
    parts.find((part) => host.length > 3 && normalizedName(part).includes(host) && part.length <= 40);
  if (matching) return matching;
  const logoName =
    logoAlt === undefined ? '' : collapseSpaces(logoAlt.replace(/\b(?:logo|home(?:page)?|icon)\b/gi, ''));
  if (logoName.length > 1 && logoName.length <= 40 && /\p{L}/u.test(logoName)) return logoName;
  // Titles with several parts end with the site's name far more often than they begin with it.
  const last =
    parts.length > 1
      ? [parts.at(-1), parts[0]].find((part) => part !== undefined && part.split(' ').length <= 3)
      : undefined;
  return last ?? (parts.length === 1 && (parts[0]?.split(' ').length ?? 9) <= 3 ? parts[0] : undefined);
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 80);
}

function normalizedName(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The registrable label of the host: `example` in `www.example.co.uk`. Empty for an IP address. */
function hostLabel(url: string): string {
  const host = parseUrl(url)?.hostname ?? '';
  const labels = host.replace(/^www\./, '').split('.');
  return labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '')
    ? (labels.at(-2)?.length ?? 0) <= 3 && labels.length > 2
      ? (labels.at(-3) ?? '')
      : (labels.at(-2) ?? '')
    : '';
}
