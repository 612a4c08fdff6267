import type { BrandingProfile } from '../../../../contracts/results/branding.ts';
import { Facts, Part } from './Section.tsx';

const mostVariables = 40;

export function PersonalityPart({ profile: { personality = {}, confidence } }: { profile: BrandingProfile }) {
  const { tone, energy, targetAudience } = personality;
  const traits = [
    ['Tone', tone],
    ['Energy', energy],
    ['For', targetAudience],
  ].filter(([, value]) => value !== undefined);
  return (
    <Part title="Personality" sure={confidence.personality}>
      <dl class="traits">
        {traits.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** What the site is built with, and by what that was known. */
export function DesignSystemPart({ profile: { designSystem = {}, confidence } }: { profile: BrandingProfile }) {
  const { framework, componentLibrary, evidence = [], cssVariables = {} } = designSystem;
  const variables = Object.entries(cssVariables);
  return (
    <Part title="Design system" sure={confidence.designSystem}>
      <Facts
        facts={[
          ['Framework', framework],
          ['Components', componentLibrary],
        ]}
      />
      {evidence.length > 0 && (
        <ul class="evidence">
          {evidence.map((each) => (
            <li>{each}</li>
          ))}
        </ul>
      )}
      {variables.length > 0 && (
        <details class="figures">
          <summary>{variables.length} CSS variables of the site</summary>
          <dl class="facts">
            {variables.slice(0, mostVariables).map(([name, value]) => (
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
    </Part>
  );
}
