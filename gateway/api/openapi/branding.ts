import { fullBrandingPrice, heuristicBrandingPrice } from '../../../contracts/prices.ts';
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
        'Opens the page in a browser and returns its colors, typography, images, components, spacing, personality and design system. ' +
        `Costs ${fullBrandingPrice} credits, or ${heuristicBrandingPrice} if only \`colors\` and/or \`images\` are requested; a page that cannot be read costs nothing.`,
      requestBody: jsonRequestBody(brandingRequestSchema, { url: 'https://example.com/' }),
      responses: {
        200: jsonResponse('The profile.', {
          type: 'object',
          properties: {
            data: brandingProfileSchema,
            warning: { type: 'string', description: 'What is missing from the profile, and why.' },
          },
          required: ['data'],
        }),
        ...errorResponses(400, 402, 413, 415, 422),
      },
    },
  },
};
