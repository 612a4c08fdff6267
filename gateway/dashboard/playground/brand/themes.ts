/** A brand as CSS variables, as a theme for Tailwind 4, and as a configuration for Tailwind 3. */
import type { ColorRole } from '../../../../contracts/results/branding.ts';
import type { Brand } from './brand.ts';
import { plainWords } from './safeValues.ts';

const colorNames: Record<ColorRole, string> = {
  primary: 'primary',
  secondary: 'secondary',
  accent: 'accent',
  background: 'background',
  textPrimary: 'foreground',
  textSecondary: 'muted-foreground',
  link: 'link',
  success: 'success',
  warning: 'warning',
  error: 'error',
};
const fontNames = { heading: 'heading', primary: 'sans', code: 'mono' } as const;

type Entries = readonly (readonly [name: string, value: string])[];

/** The design tokens of a brand; all three formats use the same names and values. */
interface Tokens {
  color: Entries;
  font: Entries;
  text: Entries;
  leading: Entries;
  weight: Entries;
  radius: Entries;
  shadow: Entries;
  spacing?: string;
  container?: string;
}

function tokensOf({ colors, fonts, sizes, lineHeight, weight, controls, spacing }: Brand): Tokens {
  const looks = Object.fromEntries(controls.map(({ kind, look }) => [kind, look]));
  const radii = {
    brand: spacing.radius,
    button: looks['buttonPrimary']?.radius,
    input: looks['input']?.radius,
  };
  const shadows = { button: looks['buttonPrimary']?.shadow, input: looks['input']?.shadow };
  return {
    color: colors.map(({ role, hex }) => [colorNames[role], hex] as const),
    font: fonts.map(({ use, stack }) => [fontNames[use], stack] as const),
    text: sizes.map(({ step, px }) => [step, `${px}px`] as const),
    leading: definedEntries(lineHeight),
    weight: definedEntries(weight),
    radius: definedEntries(radii),
    shadow: definedEntries(shadows),
    ...(spacing.baseUnit !== undefined && { spacing: `${spacing.baseUnit}px` }),
    ...(spacing.container !== undefined && { container: spacing.container }),
  };
}

function definedEntries(values: Readonly<Record<string, string | number | undefined>>): Entries {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}

function headerComment({ name, host }: Brand): string {
  return `/* ${plainWords(name)}, read from ${plainWords(host)} */`;
}

/** CSS declarations, with a blank line between groups. */
function declarations(brand: Brand, prefixes: Readonly<Record<'text' | 'leading' | 'weight', string>>): string {
  const { color, font, text, leading, weight, radius, shadow, spacing, container } = tokensOf(brand);
  const lines = (prefix: string, entries: Entries) =>
    entries.map(([name, value]) => `  --${prefix}-${name}: ${value};`);
  return [
    lines('color', color),
    lines('font', font),
    lines(prefixes.text, text),
    lines(prefixes.leading, leading),
    lines(prefixes.weight, weight),
    lines('radius', radius),
    lines('shadow', shadow),
    [...(spacing ? [`  --spacing: ${spacing};`] : []), ...(container ? [`  --container-page: ${container};`] : [])],
  ]
    .filter((group) => group.length > 0)
    .map((group) => group.join('\n'))
    .join('\n\n');
}

export function cssVariables(brand: Brand): string {
  return `${headerComment(brand)}\n:root {\n${declarations(brand, { text: 'font-size', leading: 'line-height', weight: 'font-weight' })}\n}\n`;
}

/** Gives utilities such as `bg-primary`, `font-heading`, `text-h1` and `rounded-brand`; spacing is in multiples of the brand's base unit. */
export function tailwindTheme(brand: Brand): string {
  return `${headerComment(brand)}\n@import "tailwindcss";\n\n@theme {\n${declarations(brand, { text: 'text', leading: 'leading', weight: 'font-weight' })}\n}\n`;
}

export function tailwindConfig(brand: Brand): string {
  const { color, font, text, leading, weight, radius, shadow, spacing, container } = tokensOf(brand);
  const extend = {
    colors: Object.fromEntries(color),
    fontFamily: Object.fromEntries(font.map(([name, stack]) => [name, stack.split(', ')])),
    fontSize: Object.fromEntries(text),
    lineHeight: Object.fromEntries(leading),
    fontWeight: Object.fromEntries(weight),
    borderRadius: Object.fromEntries(radius),
    boxShadow: Object.fromEntries(shadow),
    ...(spacing && { spacing: { unit: spacing } }),
    ...(container && { maxWidth: { page: container } }),
  };
  const nonEmpty = Object.fromEntries(Object.entries(extend).filter(([, group]) => Object.keys(group).length > 0));
  const body = JSON.stringify({ theme: { extend: nonEmpty } }, undefined, 2).replaceAll('<', '\\u003c');
  return `${headerComment(brand)}\n/** @type {import('tailwindcss').Config} */\nexport default ${body};\n`;
}
