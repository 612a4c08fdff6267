import { errorResponses } from './responses.ts';

const png = { 'image/png': { schema: { type: 'string', format: 'binary' } } };

function parameter(name: string, where: 'path' | 'query', description: string) {
  return { name, in: where, required: true, description, schema: { type: 'string' } };
}

export const filesPaths = {
  '/v1/files/{job}/{index}/screenshot.png': {
    get: {
      tags: ['Scraping'],
      operationId: 'screenshot',
      summary: 'Download a screenshot',
      description:
        'The address in `screenshot` of a result. Its signature replaces the key, and it is valid for as long as the result. `Range` and `HEAD` are supported.',
      security: [],
      parameters: [
        parameter('job', 'path', 'As in the address.'),
        parameter('index', 'path', 'As in the address.'),
        parameter('signature', 'query', 'As in the address.'),
      ],
      responses: {
        200: { description: 'The file.', content: png },
        206: { description: 'The requested range of the file.', content: png },
        304: { description: 'The file has not changed (`If-None-Match`).' },
        ...errorResponses(403, 404, 416, 500, 503),
      },
    },
  },
};
