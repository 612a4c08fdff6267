import type { Child } from 'hono/jsx';

interface SectionProps {
  title: string;
  /** How sure the profile is of this section, from 0 to 1. */
  confidence?: number | undefined;
  note?: Child;
  children: Child;
}

export function Section({ title, confidence, note, children }: SectionProps) {
  return (
    <section class="sheet-part">
      <header class="sheet-head">
        <h3>{title}</h3>
        {note && <span class="muted small">{note}</span>}
        {confidence !== undefined && <Confidence title={title} value={confidence} />}
      </header>
      {children}
    </section>
  );
}

function Confidence({ title, value }: { title: string; value: number }) {
  const percent = Math.round(value * 100);
  return (
    <span class="sure">
      <progress class="meter" max="100" value={String(percent)} aria-label={`How sure: ${title}`} />
      <span>{percent} % sure</span>
    </span>
  );
}

/** A list of names and values; entries without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, Child | undefined])[] }) {
  const known = facts.filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}
