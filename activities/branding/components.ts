import type { Component, Components } from '../../contracts/results/branding.ts';
import type { ScoredButton } from './buttons.ts';
import { type Color, distance, flatten, over, readColor, white } from './colors/color.ts';
import { type ControlStyle, type Evidence, type InputSample, isOwnZone } from './evidence.ts';
import { cornerRadiusOf } from './spacing.ts';

const minPrimaryScore = 2;
const minSecondaryScore = 0.8;

/** A style that several buttons may have, with its highest-scored button. */
export interface ButtonStyle {
  best: ScoredButton;
  count: number;
  score: number;
}

/** Groups buttons that look the same, highest score first. */
export function buttonStyles(buttons: readonly ScoredButton[]): ButtonStyle[] {
  const styles = new Map<string, ButtonStyle>();
  for (const scored of buttons) {
    const { fill, textColor, borderColor, button } = scored;
    const key = [fill?.hex, button.gradient, textColor?.hex, borderColor?.hex].join();
    const known = styles.get(key);
    if (known) known.count += 1;
    else styles.set(key, { best: scored, count: 1, score: scored.score });
  }
  // A style that is used often belongs to the design; one that is used once may be an exception.
  return [...styles.values()]
    .map((style) => ({ ...style, score: style.score + Math.min(1, Math.log2(style.count) * 0.3) }))
    .sort((one, other) => other.score - one.score);
}

export function decideComponents(
  evidence: Evidence,
  styles: readonly ButtonStyle[],
  background: Color,
  primary: string | undefined,
) {
  const brand = primary === undefined ? undefined : readColor(primary);
  const brandBonus = ({ best }: ButtonStyle) => (brand && best.fill && distance(best.fill, brand) < 0.05 ? 1.5 : 0);
  const ranked = [...styles].sort((one, other) => other.score + brandBonus(other) - one.score - brandBonus(one));
  const [first] = ranked.filter(({ score }) => score >= minPrimaryScore);
  const second = ranked.find(
    (style) => style !== first && style.score >= minSecondaryScore && first && differs(style.best, first.best),
  );
  const input = mostCommonInput(evidence.inputs);
  const components: Components = {
    ...(first && { buttonPrimary: buttonComponent(first.best) }),
    ...(second && { buttonSecondary: buttonComponent(second.best) }),
    ...(input && { input: componentOf(input, input.height, background) }),
  };
  const confidence = Math.min(
    0.95,
    (first ? 0.45 + Math.min(0.25, first.score * 0.03) : 0) + (second ? 0.1 : 0) + (input ? 0.15 : 0) || 0.1,
  );
  return { components, confidence: Math.round(confidence * 100) / 100 };
}

function differs(one: ScoredButton, other: ScoredButton): boolean {
  const [a, b] = [one.fill, other.fill];
  return a && b ? distance(a, b) > 0.06 : a !== b || one.textColor?.hex !== other.textColor?.hex;
}

export function buttonComponent({ button }: ScoredButton): Component {
  return componentOf(button, button.height, flatten(button.behind, white) ?? white);
}

function componentOf(control: ControlStyle, height: number, behind: Color): Component {
  const own = readColor(control.background);
  const painted = own && own.alpha > 0.05 ? over(own, behind) : undefined;
  const text = readColor(control.color);
  const border = control.borderWidthPx > 0 ? readColor(control.borderColor) : undefined;
  return {
    background: control.gradient || painted?.hex || 'transparent',
    ...(text && { textColor: over(text, painted ?? behind).hex }),
    ...(border && border.alpha > 0.05 && { borderColor: over(border, painted ?? behind).hex }),
    borderRadius: cornerRadiusOf(control.radius, height),
    ...(control.shadow !== '' && { shadow: control.shadow }),
    padding: control.padding,
  };
}

/** An input with the style that most text inputs have. */
function mostCommonInput(inputs: readonly InputSample[]): InputSample | undefined {
  const counts = new Map<string, { input: InputSample; count: number }>();
  for (const input of inputs) {
    if (!isOwnZone(input.zone)) continue;
    const key = [input.background, input.borderColor, input.radius].join();
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { input, count: 1 });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count)[0]?.input;
}
