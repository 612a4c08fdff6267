import type { OpenChoice } from '../../../contracts/results/brandingDraft.ts';
import { ofButton } from '../components.ts';
import type { Decision } from '../decide.ts';
import type { Evidence } from '../evidence.ts';

const longestWords = 2_000;
const longestLabel = 60;

/** What the model may choose from, described for it and kept for us. */
export function openChoice({ candidates, profile }: Decision, evidence: Evidence): OpenChoice {
  const brief = {
    url: evidence.url.slice(0, 200),
    colors: candidates.colors.map(({ color, reasons }) => ({ hex: color.hex, reasons })),
    buttons: candidates.buttons.map(({ best, score }) => ({
      background: best.fill?.hex ?? 'transparent',
      textColor: best.textColor?.hex ?? '',
      label: best.button.text.slice(0, longestLabel),
      score: Math.round(score * 10) / 10,
    })),
    logos: candidates.logos.map(({ logo: { alt, names, zone, x, y, width, height } }) => ({
      alt: alt.slice(0, longestLabel),
      names: names.slice(0, 120),
      place: `${zone}, ${x} from the left, ${y} from the top`,
      size: `${width} by ${height}`,
    })),
    fonts: Object.values(profile.typography?.fontFamilies ?? {}),
    words: `${evidence.title}\n${evidence.words}`.slice(0, longestWords),
  };
  return {
    brief,
    offers: {
      buttons: candidates.buttons.map(({ best }) => ofButton(best)),
      logos: candidates.logos.map(({ logo: { url, alt } }) => ({ url, alt })),
    },
  };
}
