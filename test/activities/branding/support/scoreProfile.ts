import { differenceCiede2000 } from 'culori';
import type { BrandingProfile } from '../../../../contracts/results/branding.ts';

/** The values that a site's own design defines. If there are several, any of them is right. */
export interface Expected {
  scheme?: string;
  primary?: string | string[];
  background?: string;
  text?: string | string[];
  fontBody?: string;
  fontHeading?: string;
  fontCode?: string;
  baseUnit?: number;
  radius?: string;
  framework?: string;
  /** The end of the logo's URL, or the beginning of a `data:` URL; null if the site has no logo. */
  logo?: string | null;
  name?: string;
}

export type Measure = Exclude<keyof Expected, never>;
/** Only measures for which a value is expected. */
export type Scores = Partial<Record<Measure, { right: boolean; got: string; wanted: string }>>;

const difference = differenceCiede2000();
const maxDifference = 10;

export function scoreProfile(profile: BrandingProfile, expected: Expected): Scores {
  const {
    colors = {},
    typography = {},
    images = {},
    spacing = {},
    designSystem = {},
    colorScheme,
    brandName,
  } = profile;
  const got: Record<Measure, string | number | undefined> = {
    scheme: colorScheme,
    primary: colors.primary,
    background: colors.background,
    text: colors.textPrimary,
    fontBody: typography.fontFamilies?.primary,
    fontHeading: typography.fontFamilies?.heading,
    fontCode: typography.fontFamilies?.code,
    baseUnit: spacing.baseUnit,
    radius: spacing.borderRadius,
    framework: designSystem.framework,
    logo: images.logo,
    name: brandName,
  };
  const scores: Scores = {};
  for (const measure of Object.keys(got).filter((key): key is Measure => key in got)) {
    const wanted = expected[measure];
    if (wanted === undefined) continue;
    const value = got[measure];
    const right = [wanted].flat().some((each) => matches(measure, value, each));
    scores[measure] = { right, got: String(value), wanted: [wanted].flat().join(' or ') };
  }
  return scores;
}

function matches(measure: Measure, got: string | number | undefined, wanted: string | number | null): boolean {
  if (wanted === null) return got === undefined;
  if (got === undefined) return false;
  switch (measure) {
    case 'primary':
    case 'background':
    case 'text':
      return difference(String(got), String(wanted)) <= maxDifference;
    case 'logo':
      return (
        String(got).endsWith(String(wanted)) ||
        (String(wanted).startsWith('data:') && String(got).startsWith(String(wanted)))
      );
    case 'fontBody':
    case 'fontHeading':
    case 'fontCode':
    case 'name':
      return String(got).toLowerCase() === String(wanted).toLowerCase();
    default:
      return got === wanted;
  }
}
