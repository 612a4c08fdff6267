import { brandingRequestSchema } from '../../../contracts/requests/branding.ts';
import { brandingProfileSchema } from '../../../contracts/results/branding.ts';
import { errorResponses, jsonRequestBody, jsonResponse } from './responses.ts';

export const brandingPaths = {
  '/v1/branding': {
    post: {
      tags: ['Branding'],
      operationId: 'branding',
      summary: "A site's branding profile",
      description:
        'Looks at the page in a browser and tells its colours, typography, images, components, spacing, personality and design system. ' +
        '2 credits where only `colors` and/or `images` are asked for, else 5; nothing is charged where the page cannot be read.',
      requestBody: jsonRequestBody(brandingRequestSchema),
      responses: {
        200: jsonResponse('The profile.', {
          type: 'object',
          properties: {
            data: brandingProfileSchema,
            warning: { type: 'string', description: 'What the profile lacks, and why.' },
          },
          required: ['data'],
        }),
        ...errorResponses(400, 401, 402, 413, 415, 422, 429, 500, 503),
      },
    },
  },
};
