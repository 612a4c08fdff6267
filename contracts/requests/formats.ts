import type { FromSchema } from 'json-schema-to-ts';
import { viewportSchema } from './viewport.ts';

export const formatNames = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'images',
  'summary',
  'branding',
  'json',
  'attributes',
  'changeTracking',
  'screenshot',
] as const;
export type FormatName = (typeof formatNames)[number];

/** Formats without options. */
const plainFormatSchema = {
  type: 'object',
  properties: { type: { enum: ['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'branding'] } },
  required: ['type'],
  additionalProperties: false,
} as const;

const jsonFormatSchema = {
  type: 'object',
  description: 'Structured data, as `/v1/extract` has it: `schema`, `prompt` or both are required.',
  properties: {
    type: { const: 'json' },
    schema: {
      type: ['object', 'boolean'],
      description: 'JSON Schema (draft-07 or 2020-12) of the data. At most 64 KiB, with references inside itself only.',
    },
    prompt: { type: 'string', minLength: 1, maxLength: 10_000, description: 'A description of the data.' },
  },
  required: ['type'],
  additionalProperties: false,
} as const;

const attributesFormatSchema = {
  type: 'object',
  description: 'The values that an attribute has in all elements that match a selector.',
  properties: {
    type: { const: 'attributes' },
    selectors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          selector: { type: 'string', minLength: 1, maxLength: 200, description: 'A CSS selector.' },
          attribute: { type: 'string', minLength: 1, maxLength: 200, description: 'Such as `href` or `data-id`.' },
        },
        required: ['selector', 'attribute'],
        additionalProperties: false,
      },
      minItems: 1,
      maxItems: 50,
    },
  },
  required: ['type', 'selectors'],
  additionalProperties: false,
} as const;

export const screenshotFormats = ['png', 'jpeg', 'webp'] as const;
export type ScreenshotFormat = (typeof screenshotFormats)[number];

const screenshotFormatSchema = {
  type: 'object',
  properties: {
    type: { const: 'screenshot' },
    fullPage: {
      type: 'boolean',
      description: 'The whole page (the default, up to 10,000 pixels high), or only what the viewport shows.',
    },
    viewport: viewportSchema,
    format: {
      enum: screenshotFormats,
      description: 'The format of the picture: `png`, or `jpeg` if there is a `quality`, unless it is named here.',
    },
    quality: { type: 'integer', minimum: 1, maximum: 100, description: 'Of a `jpeg` or `webp`.' },
  },
  required: ['type'],
  additionalProperties: false,
} as const;

const changeTrackingFormatSchema = {
  type: 'object',
  description: 'Whether the page has changed since this account has read it last in this format.',
  properties: {
    type: { const: 'changeTracking' },
    modes: {
      type: 'array',
      items: { enum: ['git-diff', 'json'] },
      maxItems: 2,
      description:
        '`git-diff` adds the lines that differ. `json` has the language model read what `schema` or `prompt` ask for, and adds the values that differ; without a model, `warning` says so.',
    },
    tag: { type: 'string', maxLength: 200, description: 'Readings with another tag are compared by themselves.' },
    schema: {
      type: ['object', 'boolean'],
      description: 'Of the json mode: the JSON Schema of the values that are compared, as for the format `json`.',
    },
    prompt: { type: 'string', maxLength: 10_000, description: 'Of the json mode: a description of these values.' },
  },
  required: ['type'],
  additionalProperties: false,
} as const;

const formatSchema = {
  anyOf: [
    { enum: formatNames },
    {
      type: 'object',
      discriminator: { propertyName: 'type' },
      required: ['type'],
      oneOf: [
        plainFormatSchema,
        jsonFormatSchema,
        attributesFormatSchema,
        changeTrackingFormatSchema,
        screenshotFormatSchema,
      ],
    },
  ],
} as const;

/** A format as callers write it. */
export type GivenFormat = FromSchema<typeof formatSchema>;
export type ScreenshotOptions = Omit<FromSchema<typeof screenshotFormatSchema>, 'type'>;
export type ChangeTrackingOptions = Pick<FromSchema<typeof changeTrackingFormatSchema>, 'modes' | 'tag'> & {
  /** What the json mode compares. */
  values?: DataQuestion;
};
/** What is asked of the language model. The schema is kept as text, because its keys are the caller's and the database gives some of them a meaning. */
export interface DataQuestion {
  schema?: string;
  prompt?: string;
}
export type AttributesOptions = Omit<FromSchema<typeof attributesFormatSchema>, 'type'>;

export const formatsSchema = {
  type: 'array',
  items: formatSchema,
  minItems: 1,
  maxItems: formatNames.length,
  default: ['markdown', 'html', 'links'],
  description:
    'The formats in which the page is returned: names, or objects with a `type` and the options of that format. However many there are, the page is visited once; one that fails says so in `warning`.',
} as const;
