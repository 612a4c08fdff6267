import type { BrandingProfile } from '../../../../contracts/results/branding.ts';
import { pluralize } from '../../view/format.ts';
import { Facts, Section } from './Section.tsx';

const maxVariables = 40;

export function PersonalitySection({ profile: { personality = {}, confidence } }: { profile: BrandingProfile }) {
  const { tone, energy, targetAudience } = personality;
  const traits = [
    ['Tone', tone],
    ['Energy', energy],
    ['Audience', targetAudience],
  ].filter(([, value]) => value !== undefined);
  return (
    <Section title="Personality" confidence={confidence.personality}>
      <dl class="traits">
        {traits.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** What the site is built with, and the evidence for it. */
export function DesignSystemSection({ profile: { designSystem = {}, confidence } }: { profile: BrandingProfile }) {
  const { framework, componentLibrary, evidence = [], cssVariables = {} } = designSystem;
  const variables = Object.entries(cssVariables);
  return (
    <Section title="Design system" confidence={confidence.designSystem}>
      <Facts
        facts={[
          ['Framework', framework],
          ['Components', componentLibrary],
        ]}
      />
      {evidence.length > 0 && (
        <ul class="evidence">
          {evidence.map((item) => (
            <li>{item}</li>
          ))}
        </ul>
      )}
      {variables.length > 0 && (
        <details class="figures">
          <summary>{pluralize(variables.length, 'CSS variable')} of the site</summary>
          <dl class="facts">
            {variables.slice(0, maxVariables).map(([name, value]) => (
              <>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>
                  <code>{value.slice(0, 120)}</code>
                </dd>
              </>
            ))}
          </dl>
        </details>
      )}
    </Section>
  );
}
