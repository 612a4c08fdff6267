import type { BrandingProfile } from '../../../contracts/results/branding.ts';
import type { PendingChoice } from '../../../contracts/results/brandingDraft.ts';
import type { Choice } from './choice.ts';

/** Added to the confidence if rules and model agree, subtracted if not. */
const agreementBonus = 0.1;

/** Applies the model's choices to a profile. Everything else stays as the rules decided. */
export function mergeChoice(
  profile: BrandingProfile,
  choice: Choice,
  { brief, offers }: PendingChoice,
): BrandingProfile {
  const at = <T>(list: readonly T[], number: number): T | undefined => (number < 0 ? undefined : list[number]);
  const color = (number: number) => at(brief.colors, number)?.hex;
  const primary = color(choice.primary);
  const others = { secondary: color(choice.secondary), accent: color(choice.accent) };
  const logo = at(offers.logos, choice.logo);
  const buttonPrimary = at(offers.buttons, choice.buttonPrimary);
  const buttonSecondary = at(offers.buttons, choice.buttonSecondary);
  const taken = new Set([primary ?? profile.colors?.primary]);

  const colors = { ...profile.colors, ...(primary && { primary }) };
  for (const role of ['secondary', 'accent'] as const) {
    const chosen = others[role];
    // The same color is not given to two roles.
    if (chosen === undefined || taken.has(chosen)) continue;
    colors[role] = chosen;
    taken.add(chosen);
  }
  const agrees = primary === undefined || primary === profile.colors?.primary;
  const { tone, energy, targetAudience } = choice;
  return {
    ...profile,
    colors,
    components: {
      ...profile.components,
      ...(buttonPrimary && { buttonPrimary }),
      ...(buttonSecondary && choice.buttonSecondary !== choice.buttonPrimary && { buttonSecondary }),
    },
    images: { ...profile.images, ...(logo && { logo: logo.url, ...(logo.alt && { logoAlt: logo.alt }) }) },
    personality: { tone, energy, targetAudience },
    confidence: {
      ...profile.confidence,
      ...(profile.confidence.colors !== undefined && {
        colors: Math.min(
          0.99,
          Math.round((profile.confidence.colors + (agrees ? agreementBonus : -agreementBonus)) * 100) / 100,
        ),
      }),
      personality: 0.6,
    },
  };
}
