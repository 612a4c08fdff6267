import type { FromSchema } from 'json-schema-to-ts';
import { urlSchema } from './url.ts';

export const brandingFields = [
  'colors',
  'typography',
  'images',
  'components',
  'spacing',
  'personality',
  'designSystem',
] as const;
export type BrandingField = (typeof brandingFields)[number];

export const brandingRequestSchema = {
  $id: 'BrandingRequest',
  type: 'object',
  properties: {
    url: { ...urlSchema, description: 'The page to analyze: http or https, public.' },
    fields: {
      type: 'array',
      items: { enum: brandingFields },
      uniqueItems: true,
      default: [],
      description:
        'The groups to return; all if absent or empty. `colors` and/or `images` alone are the cheaper analysis.',
    },
  },
  required: ['url'],
  additionalProperties: false,
} as const;

export type BrandingRequest = FromSchema<typeof brandingRequestSchema>;

const heuristicFields: readonly BrandingField[] = ['colors', 'images'];

/** Whether the page's own styles are enough for these fields: the cheaper analysis, without the model. */
export function isHeuristic(fields: readonly BrandingField[]): boolean {
  return fields.length > 0 && fields.every((field) => heuristicFields.includes(field));
}

/** The groups that a language model can improve on. */
const judgedFields: readonly BrandingField[] = ['colors', 'images', 'components', 'personality'];

export function wantsModel(fields: readonly BrandingField[]): boolean {
  return !isHeuristic(fields) && (fields.length === 0 || fields.some((field) => judgedFields.includes(field)));
}
