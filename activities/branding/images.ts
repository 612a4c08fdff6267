import type { Images } from '../../contracts/results/branding.ts';
import type { Evidence } from './evidence.ts';
import type { ScoredLogo } from './logo.ts';

/** The site's pictures of itself: the logo that was chosen, and what its head declares. */
export function decideImages(
  { tags }: Pick<Evidence, 'tags'>,
  logos: readonly ScoredLogo[],
): { images: Images; confidence: number } {
  const [best, next] = logos;
  const logo = best?.logo.url;
  const favicon = iconAddress(tags);
  const ogImage = cardAddress(tags);
  const images: Images = {
    ...(logo !== undefined && { logo }),
    ...(best?.logo.alt && { logoAlt: best.logo.alt }),
    ...(favicon !== undefined && { favicon }),
    ...(ogImage !== undefined && { ogImage }),
  };
  const margin = best ? Math.min(1, (best.score - (next?.score ?? 0)) / 3) : 0;
  const ofLogo = best ? Math.min(0.9, 0.4 + best.score * 0.04 + margin * 0.15) : favicon || ogImage ? 0.5 : 0.2;
  return { images, confidence: Math.round(ofLogo * 100) / 100 };
}

type Tags = Evidence['tags'];

/** The icon that a browser's tab would show best: a drawing, else the largest. */
function iconAddress({ links, base }: Tags): string | undefined {
  const icons = links
    .filter(({ rel = '' }) => /(?:^|\s)(?:icon|apple-touch-icon(?:-precomposed)?)(?:\s|$)/i.test(rel))
    .map((link) => ({ url: absolute(link['href'], base), rank: iconRank(link) }))
    .filter(({ url }) => url !== undefined)
    .sort((one, other) => other.rank - one.rank);
  return icons[0]?.url;
}

function iconRank({ rel = '', type = '', href = '', sizes = '', media = '' }: Record<string, string>): number {
  const drawing = /svg/i.test(type) || /\.svg(?:[?#]|$)/i.test(href);
  const side = Number(/(\d+)x\d+/i.exec(sizes)?.[1] ?? 16);
  const forPhones = /apple/i.test(rel) ? 1_000 : 0;
  return (drawing ? 500 : Math.min(side, 400)) - forPhones - (/dark/.test(media) ? 2_000 : 0);
}

function cardAddress({ metas, base }: Tags): string | undefined {
  for (const name of [/^og:image(?::(?:secure_)?url)?$/i, /^twitter:image(?::src)?$/i]) {
    const meta = metas.find(({ property, name: own }) => name.test((property ?? own ?? '').trim()));
    const url = absolute(meta?.['content'], base);
    if (url !== undefined) return url;
  }
  return undefined;
}

function absolute(reference: string | undefined, base: string): string | undefined {
  const trimmed = reference?.trim();
  if (!trimmed || !URL.canParse(trimmed, base)) return undefined;
  const { protocol, href } = new URL(trimmed, base);
  return /^(?:https?|data):$/.test(protocol) ? href : undefined;
}
