import { declaredName } from './declared.ts';
import type { Evidence } from './evidence.ts';

/** What the site calls itself: as it declares, else the part of its title that its address agrees with. */
export function findBrandName({ tags, title, url }: Evidence, logoAlt: string | undefined): string | undefined {
  const meta = (...names: string[]) =>
    tags.metas
      .find(({ property = '', name = '' }) => names.includes((property || name).toLowerCase()))
      ?.['content']?.trim();
  const declared =
    meta('og:site_name') || declaredName(tags.jsonLd) || meta('application-name', 'apple-mobile-web-app-title');
  if (declared) return tidy(declared);
  const host = plain(hostLabel(url));
  const parts = title
    .split(/\s+[|–—·•:-]\s+|\s*[|–—·•]\s*|:\s+/)
    .map(tidy)
    .filter((part) => part.length > 1);
  const agreed =
    parts.find((part) => plain(part) === host) ??
    parts.find((part) => host.length > 3 && plain(part).includes(host) && part.length <= 40);
  if (agreed) return agreed;
  const ofLogo = logoAlt === undefined ? '' : tidy(logoAlt.replace(/\b(?:logo|home(?:page)?|icon)\b/gi, ''));
  if (ofLogo.length > 1 && ofLogo.length <= 40 && /\p{L}/u.test(ofLogo)) return ofLogo;
  // Titles end with the name of the site far more often than they begin with it, if they have parts at all.
  const last =
    parts.length > 1
      ? [parts.at(-1), parts[0]].find((part) => part !== undefined && part.split(' ').length <= 3)
      : undefined;
  return last ?? (parts.length === 1 && (parts[0]?.split(' ').length ?? 9) <= 3 ? parts[0] : undefined);
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 80);
}
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function hostLabel(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const labels = host.replace(/^www\./, '').split('.');
  return labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '')
    ? (labels.at(-2)?.length ?? 0) <= 3 && labels.length > 2
      ? (labels.at(-3) ?? '')
      : (labels.at(-2) ?? '')
    : '';
}
