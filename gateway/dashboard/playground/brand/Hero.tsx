import { Pill } from '../../view/components.tsx';
import { type Brand, mainFonts, stripeColors } from './brand.ts';
import { Control } from './ControlsSection.tsx';
import { readableOn } from './contrast.ts';
import { plateOn } from './logo.ts';
import { styled } from './styled.ts';

/** The brand's name in its own font on its own background, with its buttons and colors. */
export function Hero({ brand }: { brand: Brand }) {
  const { name, host, color, background, weight, controls, logo, profile } = brand;
  const { heading, text } = mainFonts(brand);
  const textColor = readableOn(background, color.textPrimary);
  const mutedColor = readableOn(background, color.textSecondary, color.textPrimary);
  const plate = logo && plateOn(background, logo);
  const stripes = stripeColors(brand);
  const { tone, energy, targetAudience } = profile.personality ?? {};
  const traits = [profile.colorScheme, tone, energy && `${energy} energy`, targetAudience].filter((trait) => trait);
  return (
    <div class="brand-hero" {...styled({ background, color: textColor })}>
      <div class="brand-words">
        {logo && (
          <span class={plate ? 'brand-plate' : ''} {...(plate && styled({ background: plate }))}>
            <img class="brand-logo" src={logo.src} alt="" />
          </span>
        )}
        <h2 {...styled({ 'font-family': heading?.stack, 'font-weight': weight.heading })}>{name}</h2>
        <p {...styled({ color: mutedColor, 'font-family': text?.stack })}>
          As visitors see {host}: colors, fonts and controls, measured on the page itself.
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
        {traits.length > 0 && (
          <p class="brand-said">
            {traits.map((trait) => (
              <Pill>{trait}</Pill>
            ))}
          </p>
        )}
      </div>
      {stripes.length > 0 && (
        <div class="brand-stripes" aria-hidden="true">
          {stripes.map(({ hex, share }) => (
            <span {...styled({ background: hex, 'flex-grow': share })} />
          ))}
        </div>
      )}
    </div>
  );
}
