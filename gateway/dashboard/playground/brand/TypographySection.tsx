import { type Brand, type Font, mainFonts } from './brand.ts';
import { Section } from './Section.tsx';
import { styled } from './styled.ts';

/** Larger samples would not fit beside their facts. */
const maxSamplePx = 60;
const stepLabels: Record<string, string> = {
  h1: 'Heading 1',
  h2: 'Heading 2',
  h3: 'Heading 3',
  body: 'Text',
  small: 'Small',
};

/**
 * Fonts of the site are not fetched. Samples use the fonts installed on the visitor's device; client/brand.js shows the
 * note for each font that is missing there.
 */
export function TypographySection({ brand }: { brand: Brand }) {
  const { fonts, sizes, weight, profile } = brand;
  return (
    <Section title="Typography" confidence={profile.confidence.typography}>
      <div class="brand-grid">
        {fonts.map((font) => (
          <FontCard font={font} weight={font.use === 'heading' ? weight.heading : weight.body} />
        ))}
      </div>
      {sizes.length > 0 && (
        <ul class="type-scale">
          {sizes.map(({ step, px }) => (
            <SizeSample brand={brand} step={step} px={px} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function FontCard({ font, weight }: { font: Font; weight: number | undefined }) {
  const { use, label, family, stack, isGeneric } = font;
  return (
    <figure class="brand-card type-card">
      <div class="type-letters" aria-hidden="true" {...styled({ 'font-family': stack, 'font-weight': weight })}>
        <span class="type-big">{use === 'code' ? '{ }' : 'Aa'}</span>
        <span class="type-rows">ABCDEFGHIJKLM NOPQRSTUVWXYZ abcdefghijklm nopqrstuvwxyz 0123456789</span>
      </div>
      <figcaption>
        <span class="muted small">{label}</span>
        <strong>{family}</strong>
        <code class="muted">{stack}</code>
        {!isGeneric && (
          <p class="font-note small" data-font={family} hidden>
            Not installed on this device: shown in the next font of the list.
          </p>
        )}
      </figcaption>
    </figure>
  );
}

function SizeSample({ brand, step, px }: { brand: Brand; step: string; px: number }) {
  const { heading, text } = mainFonts(brand);
  const isHeading = step.startsWith('h');
  const font = isHeading ? heading : (text ?? heading);
  const lineHeight = isHeading ? brand.lineHeight.heading : brand.lineHeight.body;
  const weight = isHeading ? brand.weight.heading : brand.weight.body;
  const facts = [`${px} px`, lineHeight && `× ${lineHeight}`, weight].filter((fact) => fact);
  return (
    <li>
      <span class="type-facts">
        <strong>{stepLabels[step]}</strong>
        <span class="muted">{facts.join(' · ')}</span>
      </span>
      <span
        class="type-line"
        {...styled({
          'font-family': font?.stack,
          'font-size': `${Math.min(px, maxSamplePx)}px`,
          'font-weight': weight,
        })}
      >
        Brands read at sight
      </span>
    </li>
  );
}
