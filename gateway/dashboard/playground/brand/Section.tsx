import type { Child } from 'hono/jsx';

interface SectionProps {
  title: string;
  /** From 0 to 1. */
  confidence?: number | undefined;
  note?: Child;
  children: Child;
}

/** One part of the sheet, with how sure it is. */
export function Section({ title, confidence: sure, note, children }: SectionProps) {
  return (
    <section class="sheet-part">
      <header class="sheet-head">
        <h3>{title}</h3>
        {note && <span class="muted small">{note}</span>}
        {sure !== undefined && <Confidence title={title} value={sure} />}
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

/** What is known; a fact without a value is left out. */
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
