export const viewportSchema = {
  type: 'object',
  description: 'The size of the window in pixels.',
  properties: {
    width: { type: 'integer', minimum: 1, maximum: 4096, 'x-unit': 'pixels' },
    height: { type: 'integer', minimum: 1, maximum: 4096, 'x-unit': 'pixels' },
  },
  required: ['width', 'height'],
  additionalProperties: false,
} as const;
