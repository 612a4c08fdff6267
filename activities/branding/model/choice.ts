import { Ajv, type ValidateFunction } from 'ajv';
import type { FromSchema } from 'json-schema-to-ts';
import { audiences, energies, tones } from '../../../contracts/results/branding.ts';
import type { Brief } from '../../../contracts/results/brandingDraft.ts';

const index = { type: 'integer', minimum: -1 } as const;

/** The model answers with numbers of candidates and words of ours, so it cannot add colors or text of its own. */
export const choiceSchema = {
  type: 'object',
  properties: {
    primary: { ...index, description: 'Number of the brand colour, -1 for none.' },
    secondary: { ...index, description: 'Number of the second brand colour, -1 for none.' },
    accent: { ...index, description: 'Number of the accent colour, -1 for none.' },
    buttonPrimary: { ...index, description: 'Number of the main call to action, -1 for none.' },
    buttonSecondary: { ...index, description: 'Number of the second kind of button, -1 for none.' },
    logo: { ...index, description: "Number of the site's own logo, -1 for none." },
    tone: { enum: tones },
    energy: { enum: energies },
    targetAudience: { enum: audiences },
  },
  required: [
    'primary',
    'secondary',
    'accent',
    'buttonPrimary',
    'buttonSecondary',
    'logo',
    'tone',
    'energy',
    'targetAudience',
  ],
  additionalProperties: false,
} as const;

export type Choice = FromSchema<typeof choiceSchema>;

/** Compiled when it is first needed: without a model, never. */
let validate: ValidateFunction<Choice> | undefined;

/** A valid choice among the candidates; undefined if the answer is anything else. */
export function readChoice(answer: unknown, { colors, buttons, logos }: Brief): Choice | undefined {
  validate ??= new Ajv({ strict: true }).compile<Choice>(choiceSchema);
  if (!validate(answer)) return undefined;
  const { primary, secondary, accent, buttonPrimary, buttonSecondary, logo } = answer;
  const areOffered =
    [primary, secondary, accent].every((each) => each < colors.length) &&
    [buttonPrimary, buttonSecondary].every((each) => each < buttons.length) &&
    logo < logos.length;
  return areOffered ? answer : undefined;
}
