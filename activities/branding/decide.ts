import type { BrandingProfile } from '../../contracts/results/branding.ts';
import { findBrandName } from './brandName.ts';
import { scoreButtons } from './buttons.ts';
import { pageBackground } from './colors/background.ts';
import type { BrandColor } from './colors/brandColors.ts';
import { decideColors } from './colors/decide.ts';
import { type ButtonStyle, buttonStyles, decideComponents } from './components.ts';
import { detectDesignSystem } from './designSystem/detect.ts';
import type { Evidence } from './evidence.ts';
import { decideImages } from './images.ts';
import { type ScoredLogo, scoreLogos } from './logo.ts';
import { guessPersonality } from './personality.ts';
import { decideSpacing } from './spacing.ts';
import { decideTypography } from './typography.ts';

/** The profile by rules alone, and the candidates that a model may choose from instead. */
export interface Decision {
  /** With all groups, whichever were requested. */
  profile: BrandingProfile;
  candidates: { colors: BrandColor[]; buttons: ButtonStyle[]; logos: ScoredLogo[] };
}

/** Derives a profile from the evidence by rules. Pure: the same evidence gives the same profile. */
export function decide(evidence: Evidence): Decision {
  const brandName = findBrandName(evidence, scoreLogos(evidence, undefined)[0]?.logo.alt);
  const background = pageBackground(evidence);
  const buttons = scoreButtons(evidence.buttons, background);
  const logos = scoreLogos(evidence, brandName);
  const { colorScheme, colors, palette, candidates, ...color } = decideColors({
    evidence,
    background,
    buttons,
    logoColors: logos[0]?.logo.colors ?? [],
  });
  const styles = buttonStyles(buttons);
  const { typography, ...type } = decideTypography(evidence, buttons);
  const { spacing, ...space } = decideSpacing(evidence, buttons);
  const { components, ...control } = decideComponents(evidence, styles, background, colors.primary);
  const { images, ...image } = decideImages(evidence, logos);
  const { designSystem, ...design } = detectDesignSystem(evidence);
  const guess = guessPersonality(evidence, { colors, palette, typography, spacing });
  return {
    profile: {
      ...(brandName !== undefined && { brandName }),
      colorScheme,
      colors,
      palette,
      typography,
      images,
      components,
      spacing,
      ...(guess && { personality: guess.personality }),
      designSystem,
      confidence: {
        colors: color.confidenceOf,
        typography: type.confidence,
        images: image.confidence,
        components: control.confidence,
        spacing: space.confidence,
        ...(guess && { personality: guess.confidence }),
        designSystem: design.confidence,
      },
    },
    candidates: { colors: candidates, buttons: styles.slice(0, 8), logos: logos.slice(0, 6) },
  };
}
