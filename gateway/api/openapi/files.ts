import { screenshotFormats } from '../../../contracts/requests/formats.ts';
import { errorResponses } from './responses.ts';

const picture = Object.fromEntries(
  screenshotFormats.map((format) => [`image/${format}`, { schema: { type: 'string', format: 'binary' } }]),
);

function parameter(name: string, where: 'path' | 'query', description: string) {
  return { name, in: where, required: true, description, schema: { type: 'string' } };
}

export const filesPaths = {
  '/v1/files/{job}/{index}/screenshot.{format}': {
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
        parameter('format', 'path', 'As in the address.'),
        parameter('signature', 'query', 'As in the address.'),
      ],
      responses: {
        200: { description: 'The file.', content: picture },
        206: { description: 'The requested range of the file.', content: picture },
        304: { description: 'The file has not changed (`If-None-Match`).' },
        ...errorResponses(403, 404, 416, 500, 503),
      },
    },
  },
};
