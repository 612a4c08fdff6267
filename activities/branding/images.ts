import type { Images } from '../../contracts/results/branding.ts';
import type { Candidate } from '../icons/candidate.ts';
import { cardUrls } from '../icons/discover/cards.ts';
import { jsonLdLogos } from '../icons/discover/jsonLd.ts';
import { linkedIcons } from '../icons/discover/links.ts';
import type { Evidence } from './evidence.ts';
import type { ScoredLogo } from './logo.ts';

/** The site's own images: the logo on the page, or else the declared one, and the favicon and card in its head. */
export function decideImages({ tags }: Pick<Evidence, 'tags'>, logos: readonly ScoredLogo[]) {
  const [best, next] = logos;
  const logo = best?.logo.url ?? jsonLdLogos(tags)[0]?.url;
  const favicon = linkedIcons(tags).sort((one, other) => rank(other) - rank(one))[0]?.url;
  const [ogImage] = cardUrls(tags);
  const images: Images = {
    ...(logo !== undefined && { logo }),
    ...(best?.logo.alt && { logoAlt: best.logo.alt }),
    ...(favicon !== undefined && { favicon }),
    ...(ogImage !== undefined && { ogImage }),
  };
  const margin = best ? Math.min(1, (best.score - (next?.score ?? 0)) / 3) : 0;
  const logoConfidence = best ? Math.min(0.9, 0.4 + best.score * 0.04 + margin * 0.15) : undefined;
  const confidence = logoConfidence ?? (Object.keys(images).length > 0 ? 0.5 : 0.2);
  return { images, confidence: Math.round(confidence * 100) / 100 };
}

/** Prefers what a browser tab shows: a drawing, then the largest icon; a touch icon only if there is no other. */
function rank({ source, declaredSide = 16, declaredTheme }: Candidate): number {
  const kind = source === 'svg-icon' ? 2_000 : source === 'icon' ? 1_000 : 0;
  return kind + Math.min(declaredSide, 500) - (declaredTheme === 'dark' ? 5_000 : 0);
}
