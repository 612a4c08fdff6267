import { type Brand, type ControlKind, type ControlLook, controlSamples, mainFonts } from './brand.ts';
import { readableOn } from './contrast.ts';
import { Facts, Section } from './Section.tsx';
import { styled } from './styled.ts';

interface ControlProps {
  kind: ControlKind;
  look: ControlLook;
  brand: Pick<Brand, 'fonts' | 'weight' | 'background'>;
}

/** An inert sample of a control, styled like on the site. */
export function Control({ kind, look, brand }: ControlProps) {
  return (
    <span
      class={`specimen ${kind === 'input' ? 'field-like' : 'button-like'}`}
      {...styled({
        background: look.fill,
        color: look.text ?? readableOn(brand.background),
        'border-color': look.border ?? 'transparent',
        'border-radius': look.radius,
        'box-shadow': look.shadow,
        padding: look.padding,
        'font-family': mainFonts(brand).text?.stack,
        'font-weight': kind === 'input' ? brand.weight.body : brand.weight.button,
      })}
    >
      {controlSamples[kind]}
    </span>
  );
}

export function ControlsSection({ brand }: { brand: Brand }) {
  return (
    <Section title="Components" confidence={brand.profile.confidence.components}>
      <div class="brand-grid">
        {brand.controls.map(({ kind, label, look }) => (
          <figure class="brand-card">
            <div
              class="stage"
              role="img"
              aria-label={`${label} as on the site`}
              {...styled({ background: brand.background })}
            >
              <span aria-hidden="true">
                <Control kind={kind} look={look} brand={brand} />
              </span>
            </div>
            <figcaption>
              <strong>{label}</strong>
              <Facts facts={factsOf(look)} />
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}

function factsOf({ fill, text, border, radius, padding, shadow }: ControlLook): [string, string | undefined][] {
  return [
    ['Fill', fill],
    ['Text', text],
    ['Border', border],
    ['Corners', radius === '9999px' ? 'fully round' : radius],
    ['Padding', padding],
    ['Shadow', shadow],
  ];
}
