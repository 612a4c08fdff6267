import type { Brand } from './brand.ts';
import { Facts, Section } from './Section.tsx';
import { styled } from './styled.ts';

/** Spacing at its real size, and the corner radii. */
export function SpacingSection({ brand: { spacing, controls, color, profile } }: { brand: Brand }) {
  const { baseUnit, scale, radius, container } = spacing;
  const corners = [['Default', radius] as const, ...controls.map(({ label, look }) => [label, look.radius] as const)]
    .filter((corner): corner is readonly [string, string] => corner[1] !== undefined)
    .filter(([, value], index, all) => all.findIndex(([, other]) => other === value) === index);
  return (
    <Section title="Spacing and corners" confidence={profile.confidence.spacing}>
      <div class="spacing">
        {scale.length > 0 && (
          <ul class="scale">
            {scale.map((px) => (
              <li>
                <code>{px}</code>
                <span {...styled({ width: `${px}px`, background: color.primary })} />
              </li>
            ))}
          </ul>
        )}
        <div class="spacing-side">
          {corners.length > 0 && (
            <ul class="corners">
              {corners.map(([label, value]) => (
                <li>
                  <span {...styled({ 'border-radius': value, 'border-color': color.primary })} aria-hidden="true" />
                  <code>{value === '9999px' ? 'round' : value}</code>
                  <span class="muted small">{label}</span>
                </li>
              ))}
            </ul>
          )}
          <Facts
            facts={[
              ['Base unit', baseUnit === undefined ? undefined : `${baseUnit} px`],
              ['Container', container],
            ]}
          />
        </div>
      </div>
    </Section>
  );
}
