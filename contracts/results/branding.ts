import type { FromSchema } from 'json-schema-to-ts';
import type { BrandingField } from '../requests/branding.ts';

const hex = { type: 'string', pattern: '^#[0-9a-f]{6}$' } as const;
const text = { type: 'string' } as const;
const px = { type: 'string', description: 'In pixels, such as `16px`.' } as const;
const confidence = { type: 'number', minimum: 0, maximum: 1 } as const;

export const colorRoles = [
  'primary',
  'secondary',
  'accent',
  'background',
  'textPrimary',
  'textSecondary',
  'link',
  'success',
  'warning',
  'error',
] as const;
export type ColorRole = (typeof colorRoles)[number];

const colorsSchema = {
  type: 'object',
  properties: {
    primary: hex,
    secondary: hex,
    accent: hex,
    background: hex,
    textPrimary: hex,
    textSecondary: hex,
    link: hex,
    success: hex,
    warning: hex,
    error: hex,
  },
  additionalProperties: false,
} as const;

const paletteSchema = {
  type: 'array',
  description: 'The colors of the page, the one that covers most of it first.',
  items: {
    type: 'object',
    properties: {
      hex,
      share: { type: 'number', minimum: 0, maximum: 1, description: 'The share of the page that it covers.' },
      role: { enum: [...colorRoles, 'other'] },
    },
    required: ['hex', 'share', 'role'],
    additionalProperties: false,
  },
} as const;

const families = { primary: text, heading: text, code: text } as const;
const stack = { type: 'array', items: text } as const;

const typographySchema = {
  type: 'object',
  properties: {
    fontFamilies: { type: 'object', properties: families, additionalProperties: false },
    fontStacks: {
      type: 'object',
      properties: { primary: stack, heading: stack, code: stack },
      additionalProperties: false,
    },
    fontSizes: {
      type: 'object',
      properties: { h1: px, h2: px, h3: px, body: px, small: px },
      additionalProperties: false,
    },
    lineHeights: {
      type: 'object',
      description: 'As multiples of the font size.',
      properties: { heading: { type: 'number' }, body: { type: 'number' } },
      additionalProperties: false,
    },
    fontWeights: {
      type: 'object',
      properties: { heading: { type: 'number' }, body: { type: 'number' }, button: { type: 'number' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
} as const;

const imagesSchema = {
  type: 'object',
  properties: {
    logo: { type: 'string', description: 'A URL; a `data:` URL for a drawing that is inline in the page.' },
    logoAlt: text,
    favicon: text,
    ogImage: text,
  },
  additionalProperties: false,
} as const;

const componentSchema = {
  type: 'object',
  properties: {
    background: { type: 'string', description: 'A hex color, `transparent`, or a gradient.' },
    textColor: hex,
    borderColor: hex,
    borderRadius: text,
    shadow: text,
    padding: text,
  },
  additionalProperties: false,
} as const;

const componentsSchema = {
  type: 'object',
  properties: { buttonPrimary: componentSchema, buttonSecondary: componentSchema, input: componentSchema },
  additionalProperties: false,
} as const;

const spacingSchema = {
  type: 'object',
  properties: {
    baseUnit: { type: 'number', description: 'The number of pixels that distances are multiples of.' },
    borderRadius: text,
    scale: { type: 'array', items: { type: 'number' }, description: 'The distances in use, in pixels.' },
    containerWidth: px,
  },
  additionalProperties: false,
} as const;

export const tones = [
  'professional',
  'playful',
  'friendly',
  'bold',
  'elegant',
  'minimalist',
  'technical',
  'trustworthy',
  'traditional',
  'warm',
] as const;
export const energies = ['low', 'medium', 'high'] as const;
export const audiences = [
  'developers',
  'designers',
  'businesses',
  'enterprises',
  'small businesses',
  'consumers',
  'shoppers',
  'readers',
  'students and teachers',
  'patients and carers',
  'travellers',
  'investors',
  'donors and volunteers',
  'residents and citizens',
  'job seekers',
  'creators',
  'general public',
] as const;

const personalitySchema = {
  type: 'object',
  properties: { tone: { enum: tones }, energy: { enum: energies }, targetAudience: { enum: audiences } },
  additionalProperties: false,
} as const;

export const frameworks = [
  'tailwind',
  'bootstrap',
  'material',
  'chakra',
  'bulma',
  'foundation',
  'ant',
  'custom',
] as const;

const designSystemSchema = {
  type: 'object',
  properties: {
    framework: { enum: frameworks },
    componentLibrary: text,
    cssVariables: { type: 'object', additionalProperties: text },
    evidence: { type: 'array', items: text, description: 'The signs by which the framework was detected.' },
  },
  additionalProperties: false,
} as const;

export const brandingProfileSchema = {
  type: 'object',
  description: 'Only the requested fields are present; what could not be determined is absent.',
  properties: {
    brandName: text,
    colorScheme: { enum: ['light', 'dark'] },
    colors: colorsSchema,
    palette: paletteSchema,
    typography: typographySchema,
    images: imagesSchema,
    components: componentsSchema,
    spacing: spacingSchema,
    personality: personalitySchema,
    designSystem: designSystemSchema,
    confidence: {
      type: 'object',
      description: 'How certain each group is, from 0 to 1.',
      properties: {
        colors: confidence,
        typography: confidence,
        images: confidence,
        components: confidence,
        spacing: confidence,
        personality: confidence,
        designSystem: confidence,
      },
      additionalProperties: false,
    },
  },
  required: ['confidence'],
  additionalProperties: false,
} as const;

export type BrandingProfile = FromSchema<typeof brandingProfileSchema>;
export type Colors = FromSchema<typeof colorsSchema>;
export type Palette = FromSchema<typeof paletteSchema>;
export type Typography = FromSchema<typeof typographySchema>;
export type Images = FromSchema<typeof imagesSchema>;
export type Component = FromSchema<typeof componentSchema>;
export type Components = FromSchema<typeof componentsSchema>;
export type Spacing = FromSchema<typeof spacingSchema>;
export type Personality = FromSchema<typeof personalitySchema>;
export type DesignSystem = FromSchema<typeof designSystemSchema>;
export type Framework = (typeof frameworks)[number];

/** Keeps only the requested groups, or all if none is requested. */
export function pickFields(profile: BrandingProfile, fields: readonly BrandingField[]): BrandingProfile {
  if (fields.length === 0) return profile;
  const { brandName, colorScheme, palette, confidence } = profile;
  const wantsColors = fields.includes('colors');
  const groups = Object.fromEntries(
    fields.map((field) => [field, profile[field]]).filter(([, group]) => group !== undefined),
  );
  const requestedConfidence = Object.fromEntries(
    fields.map((field) => [field, confidence[field]]).filter(([, value]) => value !== undefined),
  );
  return {
    ...(brandName !== undefined && { brandName }),
    ...(wantsColors && colorScheme !== undefined && { colorScheme }),
    ...(wantsColors && palette && { palette }),
    ...groups,
    confidence: requestedConfidence,
  };
}
