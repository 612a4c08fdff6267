import {
  type BrandingProfile,
  type ColorRole,
  type Component,
  colorRoles,
} from '../../../../contracts/results/branding.ts';
import { contrastOf, readableOn } from './contrast.ts';
import { type Logo, minSeenContrast } from './logo.ts';
import { familyList, familyName, fillOf, hexColor, isGeneric, lengthsOf, shadowOf } from './safeValues.ts';

/** A branding profile reduced to values that are safe to put into CSS and SVG. Values that are missing or not valid are absent. */
export interface Brand {
  name: string;
  host: string;
  colors: readonly { role: ColorRole; label: string; hex: string }[];
  color: Readonly<Partial<Record<ColorRole, string>>>;
  /** The background of the page; white if unknown. */
  background: string;
  palette: readonly { hex: string; share: number; role: string }[];
  fonts: readonly Font[];
  sizes: readonly { step: string; px: number }[];
  weight: Readonly<Record<'heading' | 'body' | 'button', number | undefined>>;
  lineHeight: Readonly<Record<'heading' | 'body', number | undefined>>;
  controls: readonly { kind: ControlKind; label: string; look: ControlLook }[];
  spacing: { baseUnit?: number; radius?: string; scale: readonly number[]; container?: string };
  profile: BrandingProfile;
  logo?: Logo;
}

export interface Font {
  use: 'heading' | 'primary' | 'code';
  label: string;
  family: string;
  /** A CSS `font-family` value with fallbacks. */
  stack: string;
  isGeneric: boolean;
}

export type ControlKind = 'buttonPrimary' | 'buttonSecondary' | 'input';

export interface ControlLook {
  fill: string;
  text: string | undefined;
  border: string | undefined;
  radius: string | undefined;
  shadow: string | undefined;
  padding: string | undefined;
}

const roleLabels: Record<ColorRole, string> = {
  primary: 'Primary',
  secondary: 'Secondary',
  accent: 'Accent',
  background: 'Background',
  textPrimary: 'Text',
  textSecondary: 'Secondary text',
  link: 'Link',
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
};
const fontLabels = { heading: 'Headings', primary: 'Text', code: 'Code' } as const;
const fallbacks = { heading: 'sans-serif', primary: 'sans-serif', code: 'monospace' } as const;
const controlLabels = { buttonPrimary: 'Primary button', buttonSecondary: 'Secondary button', input: 'Input' } as const;
/** A smaller share of the palette would be too narrow to see. */
export const minVisibleShare = 0.012;
/** The text in the sample of each control. */
export const controlSamples: Record<ControlKind, string> = {
  buttonPrimary: 'Get started',
  buttonSecondary: 'Learn more',
  input: 'you@example.com',
};
const sizeSteps = ['h1', 'h2', 'h3', 'body', 'small'] as const;

interface BrandInput {
  profile: BrandingProfile;
  host: string;
  logo?: Logo | undefined;
}

export function brandOf({ profile, host, logo }: BrandInput): Brand {
  const { colors = {}, palette = [], typography = {}, components = {}, spacing = {} } = profile;
  const found = colorRoles.flatMap((role) => {
    const hex = hexColor(colors[role]);
    return hex === undefined ? [] : [{ role, label: roleLabels[role], hex }];
  });
  const color: Partial<Record<ColorRole, string>> = Object.fromEntries(found.map(({ role, hex }) => [role, hex]));
  const background = color.background ?? '#ffffff';
  const radius = lengthsOf(spacing.borderRadius);
  const container = lengthsOf(spacing.containerWidth);
  return {
    name: profile.brandName?.trim() || host,
    host,
    colors: found,
    color,
    background,
    palette: palette.flatMap(({ hex, share, role }) => (hexColor(hex) ? [{ hex, share, role }] : [])),
    fonts: fontsOf(typography),
    sizes: sizeSteps.flatMap((step) => {
      const px = Number.parseFloat(typography.fontSizes?.[step] ?? '');
      return px > 0 && px < 400 ? [{ step, px }] : [];
    }),
    weight: {
      heading: inRange(typography.fontWeights?.heading, 1, 1_000),
      body: inRange(typography.fontWeights?.body, 1, 1_000),
      button: inRange(typography.fontWeights?.button, 1, 1_000),
    },
    lineHeight: {
      heading: inRange(typography.lineHeights?.heading, 0.5, 4),
      body: inRange(typography.lineHeights?.body, 0.5, 4),
    },
    controls: (['buttonPrimary', 'buttonSecondary', 'input'] as const).flatMap((kind) => {
      const component = components[kind];
      return component ? [{ kind, label: controlLabels[kind], look: lookOf(component, background) }] : [];
    }),
    spacing: {
      ...(spacing.baseUnit !== undefined && { baseUnit: spacing.baseUnit }),
      ...(radius && { radius }),
      scale: (spacing.scale ?? []).filter((px) => px > 0 && px < 1_000),
      ...(container && { container }),
    },
    profile,
    ...(logo !== undefined && { logo }),
  };
}

function fontsOf({ fontFamilies = {}, fontStacks = {} }: NonNullable<BrandingProfile['typography']>): Font[] {
  return (['heading', 'primary', 'code'] as const).flatMap((use) => {
    const family = familyName(fontFamilies[use] ?? '');
    if (family === '') return [];
    const rest = (fontStacks[use] ?? []).filter((other) => familyName(other).toLowerCase() !== family.toLowerCase());
    const stack = [family, ...rest];
    if (!stack.some(isGeneric)) stack.push(fallbacks[use]);
    return [{ use, label: fontLabels[use], family, stack: familyList(stack), isGeneric: isGeneric(family) }];
  });
}

function lookOf(component: Component, pageBackground: string): ControlLook {
  const { background, textColor, borderColor, borderRadius, shadow, padding } = component;
  const fill = fillOf(background) ?? 'transparent';
  const text = hexColor(textColor);
  // The label of an outlined button from a dark hero is white, and the sheet shows it on the page's background.
  const isLost = fill === 'transparent' && text !== undefined && contrastOf(text, pageBackground) < minSeenContrast;
  return {
    fill,
    text: isLost ? readableOn(pageBackground) : text,
    border: hexColor(borderColor),
    radius: lengthsOf(borderRadius),
    shadow: shadowOf(shadow),
    padding: lengthsOf(padding),
  };
}

function inRange(value: number | undefined, min: number, max: number): number | undefined {
  return value !== undefined && value >= min && value <= max ? value : undefined;
}

/** Headings use the text font if no other is known. */
export function mainFonts({ fonts }: Pick<Brand, 'fonts'>): { heading: Font | undefined; text: Font | undefined } {
  const text = fonts.find(({ use }) => use === 'primary');
  return { heading: fonts.find(({ use }) => use === 'heading') ?? text, text };
}

/** The main colors for the stripes beside the brand's name, each with its share of the width; the first gets the most. */
export function stripeColors({
  color,
  background,
}: Pick<Brand, 'color' | 'background'>): { hex: string; share: number }[] {
  const candidates = [color.primary, color.secondary, color.accent, color.link, color.textPrimary];
  const hexes = [...new Set(candidates)].filter((hex) => hex !== undefined).filter((hex) => hex !== background);
  return hexes.map((hex, index) => ({ hex, share: hexes.length - index + (index === 0 ? 2 : 0) }));
}
