import type { Brand } from './brand.ts';
import { Section } from './Section.tsx';
import { styled } from './styled.ts';

/** Larger letters would not fit beside their facts. */
const maxSamplePx = 60;
const stepNames: Record<string, string> = {
  h1: 'Heading 1',
  h2: 'Heading 2',
  h3: 'Heading 3',
  body: 'Text',
  small: 'Small',
};

/** The fonts are not fetched: a sample shows in them where the reader's device has them, and says where it has not. */
export function TypographySection({ brand }: { brand: Brand }) {
  const { fonts, sizes, weight, lineHeight, profile } = brand;
  const heading = fonts.find(({ use }) => use === 'heading') ?? fonts.find(({ use }) => use === 'primary');
  const text = fonts.find(({ use }) => use === 'primary') ?? heading;
  return (
    <Section title="Typography" confidence={profile.confidence.typography}>
      <div class="brand-grid">
        {fonts.map(({ use, label, family, stack, generic }) => (
          <figure class="brand-card type-card">
            <div
              class="type-letters"
              aria-hidden="true"
              {...styled({ 'font-family': stack, 'font-weight': use === 'heading' ? weight.heading : weight.body })}
            >
              <span class="type-big">{use === 'code' ? '{ }' : 'Aa'}</span>
              <span class="type-rows">ABCDEFGHIJKLM NOPQRSTUVWXYZ abcdefghijklm nopqrstuvwxyz 0123456789</span>
            </div>
            <figcaption>
              <span class="muted small">{label}</span>
              <strong>{family}</strong>
              <code class="muted">{stack}</code>
              {!generic && (
                <p class="font-note small" data-font={family} hidden>
                  Not on this device: shown in the next of its list.
                </p>
              )}
            </figcaption>
          </figure>
        ))}
      </div>
      {sizes.length > 0 && (
        <ul class="type-scale">
          {sizes.map(({ step, px }) => {
            const isHeading = step.startsWith('h');
            const font = isHeading ? heading : text;
            const height = isHeading ? lineHeight.heading : lineHeight.body;
            const thick = isHeading ? weight.heading : weight.body;
            const facts = [`${px} px`, height && `× ${height}`, thick].filter((fact) => fact);
            return (
              <li>
                <span class="type-facts">
                  <strong>{stepNames[step]}</strong>
                  <span class="muted">{facts.join(' · ')}</span>
                </span>
                <span
                  class="type-line"
                  {...styled({
                    'font-family': font?.stack,
                    'font-size': `${Math.min(px, maxSamplePx)}px`,
                    'font-weight': thick,
                  })}
                >
                  Brands read at sight
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
