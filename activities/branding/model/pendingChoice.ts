import type { PendingChoice } from '../../../contracts/results/brandingDraft.ts';
import { buttonComponent } from '../components.ts';
import type { Decision } from '../decide.ts';
import type { Evidence } from '../evidence.ts';

const maxWordsLength = 2_000;
const maxLabelLength = 60;

/** The candidates that the model may choose from, described for it, with what each would put into the profile. */
export function pendingChoiceOf({ candidates, profile }: Decision, evidence: Evidence): PendingChoice {
  const brief = {
    url: evidence.url.slice(0, 200),
    colors: candidates.colors.map(({ color, reasons }) => ({ hex: color.hex, reasons })),
    buttons: candidates.buttons.map(({ best, score }) => ({
      background: best.fill?.hex ?? 'transparent',
      textColor: best.textColor?.hex ?? '',
      label: best.button.text.slice(0, maxLabelLength),
      score: Math.round(score * 10) / 10,
    })),
    logos: candidates.logos.map(({ logo: { alt, names, zone, x, y, width, height } }) => ({
      alt: alt.slice(0, maxLabelLength),
      names: names.slice(0, 120),
      place: `${zone}, ${x} from the left, ${y} from the top`,
      size: `${width} by ${height}`,
    })),
    fonts: Object.values(profile.typography?.fontFamilies ?? {}),
    words: `${evidence.title}\n${evidence.words}`.slice(0, maxWordsLength),
  };
  return {
    brief,
    offers: {
      buttons: candidates.buttons.map(({ best }) => buttonComponent(best)),
      logos: candidates.logos.map(({ logo: { url, alt } }) => ({ url, alt })),
    },
  };
}
