import {
  type BrandingProfile,
  type ColorRole,
  type Component,
  colorRoles,
} from '../../../../contracts/results/branding.ts';
import { familyList, familyName, fillOf, hexColor, isGeneric, lengthsOf, shadowOf } from './safeValues.ts';

/** A brand in values that are safe to draw with. What was not found, or was not of its kind, is absent. */
export interface Brand {
  name: string;
  host: string;
  colors: readonly { role: ColorRole; label: string; hex: string }[];
  color: Readonly<Partial<Record<ColorRole, string>>>;
  /** What the page is painted with; white where that is not known. */
  background: string;
  palette: readonly { hex: string; share: number; role: string }[];
  fonts: readonly Font[];
  sizes: readonly { step: string; px: number }[];
  weight: Readonly<Record<'heading' | 'body' | 'button', number | undefined>>;
  lineHeight: Readonly<Record<'heading' | 'body', number | undefined>>;
  controls: readonly { kind: ControlKind; label: string; look: ControlLook }[];
  spacing: { baseUnit?: number; radius?: string; scale: readonly number[]; container?: string };
  profile: BrandingProfile;
  /** The logo itself, as a `data:` address. */
  logo?: string;
}

export interface Font {
  use: 'heading' | 'primary' | 'code';
  label: string;
  family: string;
  /** For CSS, with its fallbacks. */
  stack: string;
  generic: boolean;
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
  textSecondary: 'Second text',
  link: 'Link',
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
};
const fontUses = { heading: 'Headings', primary: 'Text', code: 'Code' } as const;
const fallbacks = { heading: 'sans-serif', primary: 'sans-serif', code: 'monospace' } as const;
const controlKinds = { buttonPrimary: 'Primary button', buttonSecondary: 'Secondary button', input: 'Input' } as const;
const steps = ['h1', 'h2', 'h3', 'body', 'small'] as const;

interface BrandInput {
  profile: BrandingProfile;
  host: string;
  logo?: string | undefined;
}

export function brandOf({ profile, host, logo }: BrandInput): Brand {
  const { colors = {}, palette = [], typography = {}, components = {}, spacing = {} } = profile;
  const found = colorRoles.flatMap((role) => {
    const hex = hexColor(colors[role]);
    return hex === undefined ? [] : [{ role, label: roleLabels[role], hex }];
  });
  const color: Partial<Record<ColorRole, string>> = Object.fromEntries(found.map(({ role, hex }) => [role, hex]));
  const radius = lengthsOf(spacing.borderRadius);
  const container = lengthsOf(spacing.containerWidth);
  return {
    name: profile.brandName?.trim() || host,
    host,
    colors: found,
    color,
    background: color.background ?? '#ffffff',
    palette: palette.flatMap(({ hex, share, role }) => (hexColor(hex) ? [{ hex, share, role }] : [])),
    fonts: fontsOf(typography),
    sizes: steps.flatMap((step) => {
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
      return component ? [{ kind, label: controlKinds[kind], look: lookOf(component) }] : [];
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
    return [{ use, label: fontUses[use], family, stack: familyList(stack), generic: isGeneric(family) }];
  });
}

function lookOf({ background, textColor, borderColor, borderRadius, shadow, padding }: Component): ControlLook {
  return {
    fill: fillOf(background) ?? 'transparent',
    text: hexColor(textColor),
    border: hexColor(borderColor),
    radius: lengthsOf(borderRadius),
    shadow: shadowOf(shadow),
    padding: lengthsOf(padding),
  };
}

function inRange(value: number | undefined, least: number, most: number): number | undefined {
  return value !== undefined && value >= least && value <= most ? value : undefined;
}
