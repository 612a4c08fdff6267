import type { FromSchema } from 'json-schema-to-ts';

const valueEvidenceSchema = {
  type: 'object',
  properties: {
    source: {
      enum: ['json-ld', 'microdata', 'rdfa', 'meta', 'table', 'state', 'text', 'url', 'schema', 'model'],
      description:
        'Markup for programs (`json-ld`, `microdata`, `rdfa`), `meta` for what the head says, a `table`, the `state` in the page’s scripts, its visible `text`, its own address (`url`). ' +
        '`schema`: a value that `schema` fixes. `model`: the language model’s own words or conclusion, which the page does not have.',
    },
    path: {
      type: 'string',
      description:
        'Where in the source: the properties that lead to the value (`Product.offers.price`), the name of a tag (`og:title`), a label or a heading.',
    },
    quote: {
      type: 'string',
      maxLength: 200,
      description:
        'What the page says there, on one line and without markup, or its beginning. Addresses are absolute.',
    },
  },
  required: ['source'],
  additionalProperties: false,
} as const;

export type ValueEvidence = FromSchema<typeof valueEvidenceSchema>;

/** The values of longer answers have no evidence. */
export const maxEvidence = 1_000;

export const extractResultSchema = {
  type: 'object',
  properties: {
    data: { description: 'The data; it satisfies `schema`.' },
    warning: {
      type: 'string',
      description:
        'Which values (by JSON pointer) do not appear on the page, or differ from what the page declares; that no language model was used; what was left out.',
    },
    evidence: {
      type: 'object',
      description: `With \`evidence: true\`: by JSON pointer, where on the page each value was found, for the first ${maxEvidence} values.`,
      additionalProperties: valueEvidenceSchema,
    },
  },
  required: ['data'],
  additionalProperties: false,
} as const;
