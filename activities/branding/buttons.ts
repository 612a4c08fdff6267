import { type Color, distance, flatten, gradientColors, over, readColor, vividness } from './colors/color.ts';
import { type ButtonSample, isOwnZone } from './evidence.ts';

/** A button with a score for how strong a call to action it is. */
export interface ScoredButton {
  button: ButtonSample;
  /** Undefined for buttons that are only an outline or text. */
  fill: Color | undefined;
  textColor: Color | undefined;
  borderColor: Color | undefined;
  score: number;
}

const callToAction =
  /\b(?:get started|start|sign ?up|try|buy|shop|order|book|join|subscribe|download|contact|get|request|create|register|demo|free|learn more|discover|explore|see|view|read|donate|apply|hire|send|submit|add to (?:cart|bag)|log ?in|sign ?in|jetzt|mehr|kaufen|essayer|comprar)\b/i;
const utilityLabel =
  /^(?:close|menu|search|next|prev(?:ious)?|toggle.*|open.*menu|×|x|✕|☰|more|back|copy|share|\d+|en|de|fr|es)$/i;
const primaryName = /primary|(?:^|[\s_-])cta(?:$|[\s_-])|call-?to-?action|btn-?main|btn-?brand|hero-?btn|contained/i;
const secondaryName =
  /secondary|outline|ghost|(?:btn|button)-?(?:link|text|light|white|default|neutral|plain)|tertiary|subtle/i;
const semanticName =
  /(?:^|[\s_-])(?:success|danger|warning|info|error|destructive|dark|positive|negative)(?:$|[\s_-])/i;
const otherBrand =
  /facebook|twitter|google|github|gitlab|linkedin|instagram|pinterest|youtube|whatsapp|paypal|amazon|discord|telegram|microsoft|dribbble|behance|reddit|tumblr|snapchat|tiktok|apple|vimeo|(?:^|[\s_-])(?:social|share)(?:$|[\s_-])/i;
const navigationName =
  /nav-?link|dropdown|toggle|tab(?:$|[\s_-])|page-link|pagination|carousel|slider|accordion|close|burger|hamburger|swiper|slick|breadcrumb|chip/i;

/** Whether a class names a meaning such as `btn-danger`, so that the color is not the brand's. */
export function hasSemanticName(classes: string): boolean {
  return semanticName.test(classes);
}

/** The site's own buttons, strongest call to action first. */
export function scoreButtons(buttons: readonly ButtonSample[], background: Color): ScoredButton[] {
  return buttons
    .filter(
      ({ zone, classes, text }) =>
        isOwnZone(zone) &&
        !otherBrand.test(classes) &&
        !/\b(?:with|on) (?:google|facebook|github|apple|twitter)\b/i.test(text),
    )
    .map((button) => scoreButton(button, background))
    .sort((one, other) => other.score - one.score);
}

function scoreButton(button: ButtonSample, background: Color): ScoredButton {
  const behind = flatten(button.behind, background) ?? background;
  const own = readColor(button.background);
  const [gradient] = gradientColors(button.gradient);
  const painted = gradient ?? (own && own.alpha > 0.15 ? over(own, behind) : undefined);
  const fill = painted && distance(painted, behind) > 0.035 ? painted : undefined;
  const text = readColor(button.color);
  const border = button.borderWidthPx > 0 ? readColor(button.borderColor) : undefined;
  const textColor = text && over(text, fill ?? behind);
  const borderColor = border && border.alpha > 0.2 ? over(border, behind) : undefined;
  return { button, fill, textColor, borderColor, score: Math.max(0, points(button, fill)) };
}

function points(button: ButtonSample, fill: Color | undefined): number {
  const { text, classes, zone, height, width, aboveFold, disabled } = button;
  let points = 1;
  if (fill) points += 1.5 + vividness(fill);
  if (primaryName.test(classes)) points += 2;
  if (secondaryName.test(classes)) points -= 1.2;
  if (hasSemanticName(classes)) points -= 2.5;
  if (callToAction.test(text)) points += 1.5;
  if (text === '' || utilityLabel.test(text)) points -= 2;
  if (navigationName.test(classes)) points -= 2;
  if (aboveFold) points += 1;
  if (zone === 'header' && !fill) points -= 1;
  if (zone === 'footer') points -= 0.8;
  if (height >= 44 && width >= 90) points += 0.5;
  if (height < 28) points -= 0.5;
  if (disabled) points -= 2;
  return points;
}
