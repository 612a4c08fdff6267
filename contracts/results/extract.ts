export const extractResultSchema = {
  type: 'object',
  properties: {
    data: { description: 'The data; it satisfies `schema`.' },
    warning: {
      type: 'string',
      description:
        'Which values (by JSON pointer) do not appear on the page; that no language model was used; what was left out.',
    },
  },
  required: ['data'],
  additionalProperties: false,
} as const;
