import { type Brand, minVisibleShare } from './brand.ts';
import { contrastPairs, type Grade, readableOn } from './contrast.ts';
import { Section } from './Section.tsx';
import { styled } from './styled.ts';

const gradeTones: Record<Grade, string> = { AAA: 'good', AA: 'good', 'AA large': 'warn', low: 'bad' };

/** The colors by role, each with its contrast to the page's background and text. */
export function ColorSection({ brand: { colors, color, background, profile } }: { brand: Brand }) {
  return (
    <Section title="Colors" confidence={profile.confidence.colors} note="with their contrast according to WCAG 2">
      <ul class="swatches">
        {colors.map(({ role, label, hex }) => (
          <li>
            <div class="swatch" aria-hidden="true" {...styled({ background: hex, color: readableOn(hex) })}>
              Aa
            </div>
            <div class="swatch-words">
              <strong>{label}</strong>
              <button type="button" class="hex" data-copy={hex} aria-label={`Copy ${label}, ${hex}`}>
                <span>{hex}</span>
              </button>
              {contrastPairs({ role, hex }, background, color.textPrimary).map(({ against, ratio, grade }) => (
                <span class="ratio">
                  <span>to {against}</span>
                  <span class="ratio-number">{ratio.toFixed(1)}</span>
                  <span class={`grade ${gradeTones[grade]}`}>{grade}</span>
                </span>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The visible colors of the page, in proportion. */
export function PaletteSection({ brand: { palette } }: { brand: Brand }) {
  return (
    <Section title="Palette" note="by share of the visible page">
      <div class="strip" aria-hidden="true">
        {palette.map(({ hex, share }) => (
          <span {...styled({ background: hex, 'flex-grow': Math.max(minVisibleShare, share) })} />
        ))}
      </div>
      <ul class="strip-words">
        {palette.map(({ hex, share, role }) => (
          <li>
            <span class="dot" aria-hidden="true" {...styled({ background: hex })} />
            <code>{hex}</code>
            <span class="muted">
              {share < 0.01 ? '< 1' : Math.round(share * 100)} %{role !== 'other' && ` · ${role}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
