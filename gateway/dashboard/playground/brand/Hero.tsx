import { Pill } from '../../view/components.tsx';
import type { Brand } from './brand.ts';
import { Control } from './ControlsSection.tsx';
import { readableOn } from './contrast.ts';
import { styled } from './styled.ts';

/** The brand at a glance: its name in its letters on its ground, its buttons, and its colours beside it. */
export function Hero({ brand }: { brand: Brand }) {
  const { name, host, color, background, fonts, weight, controls, logo, profile } = brand;
  const heading = fonts.find(({ use }) => use === 'heading') ?? fonts.find(({ use }) => use === 'primary');
  const text = fonts.find(({ use }) => use === 'primary');
  const ink = readableOn(background, color.textPrimary);
  const quiet = readableOn(background, color.textSecondary, color.textPrimary);
  const stripes = [color.primary, color.secondary, color.accent, color.link, color.textPrimary].filter(
    (hex, at, all): hex is string => hex !== undefined && hex !== background && all.indexOf(hex) === at,
  );
  const { tone, energy, targetAudience } = profile.personality ?? {};
  const said = [profile.colorScheme, tone, energy && `${energy} energy`, targetAudience].filter((word) => word);
  return (
    <div class="brand-hero" {...styled({ background, color: ink })}>
      <div class="brand-words">
        {logo && <img class="brand-logo" src={logo} alt="" />}
        <h2 {...styled({ 'font-family': heading?.stack, 'font-weight': weight.heading })}>{name}</h2>
        <p {...styled({ color: quiet, 'font-family': text?.stack })}>
          As visitors of {host} see it: colors, type and controls, measured on the page itself.
        </p>
        {controls.some(({ kind }) => kind !== 'input') && (
          <div class="brand-controls" aria-hidden="true">
            {controls
              .filter(({ kind }) => kind !== 'input')
              .map(({ kind, look }) => (
                <Control kind={kind} look={look} brand={brand} />
              ))}
          </div>
        )}
        {said.length > 0 && (
          <p class="brand-said">
            {said.map((word) => (
              <Pill>{word}</Pill>
            ))}
          </p>
        )}
      </div>
      {stripes.length > 0 && (
        <div class="brand-stripes" aria-hidden="true">
          {stripes.map((hex, at) => (
            <span {...styled({ background: hex, 'flex-grow': stripes.length - at + (at === 0 ? 2 : 0) })} />
          ))}
        </div>
      )}
    </div>
  );
}
