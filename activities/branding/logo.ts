import { type Evidence, isOwnZone, type LogoCandidate } from './evidence.ts';

export interface ScoredLogo {
  logo: LogoCandidate;
  score: number;
}

const minScore = 3.5;

/** Logo candidates, likeliest first, without those that are clearly something else. */
export function scoreLogos(
  { logos, viewport }: Pick<Evidence, 'logos' | 'viewport'>,
  brandName: string | undefined,
): ScoredLogo[] {
  return logos
    .filter(({ zone }) => isOwnZone(zone))
    .map((logo) => ({ logo, score: points(logo, viewport.width, brandName) }))
    .filter(({ score }) => score >= minScore)
    .sort((one, other) => other.score - one.score);
}

const iconName =
  /(?:^|[\s_-])(?:icon|search|menu|toggler?|burger|close|chevron|arrow|caret|cart|bag|flag|social|fa|avatar|profile|user|theme|dark-mode|moon|sun|bell|theme-toggle)(?:$|[\s_-]|\d)/i;
const otherLogo =
  /partner|client|customer|sponsor|payment|visa|mastercard|award|badge|app-?store|google-?play|facebook|twitter|instagram|linkedin|youtube|github|google|microsoft|amazon|img-brand/i;

function points(logo: LogoCandidate, pageWidth: number, brandName: string | undefined): number {
  const { kind, alt, names, zone, linksHome, linksAway, siblings, x, y, width: logoWidth, height } = logo;
  let points = 0;
  if (/logo/i.test(names)) points += 2.5;
  else if (/brand/i.test(names)) points += 2;
  if (/logo/i.test(alt)) points += 1;
  if (zone === 'header') points += 2;
  if (linksHome) points += 1.5;
  if (linksAway) points -= 2;
  if (brandName && sameName(alt, brandName)) points += 1.5;
  if (y < 160) points += 1;
  else if (y < 600) points += 0.5;
  if (x < pageWidth * 0.35 || Math.abs(x + logoWidth / 2 - pageWidth / 2) < pageWidth * 0.06) points += 0.5;
  if (zone === 'footer') points -= 1.5;
  if (y > 1_000 && zone !== 'footer') points -= 1.5;
  if (iconName.test(names) && !/logo|brand/i.test(names)) points -= 3;
  if (otherLogo.test(`${names} ${alt}`) && zone !== 'header') points -= 3;
  if (siblings >= 3) points -= 2;
  if (height > 220 || logoWidth > 500) points -= 2;
  // Small squares are icons.
  if (logoWidth <= 26 && height <= 26) points -= kind === 'svg' ? 1.5 : 0.5;
  return points;
}

function sameName(alt: string, brandName: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const [one, other] = [plain(alt.replace(/logo/gi, '')), plain(brandName)];
  return one.length >= 2 && (one.includes(other) || other.includes(one));
}
