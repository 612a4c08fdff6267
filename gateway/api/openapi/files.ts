import { screenshotFormats } from '../../../contracts/requests/formats.ts';
import { errorResponses } from './responses.ts';

const picture = Object.fromEntries(
  screenshotFormats.map((format) => [`image/${format}`, { schema: { type: 'string', format: 'binary' } }]),
);

function parameter(name: string, where: 'path' | 'query', description: string) {
  return { name, in: where, required: true, description, schema: { type: 'string' } };
}

function download(operationId: string, summary: string, description: string, more: readonly string[], content: object) {
  return {
    get: {
      tags: ['Scraping'],
      operationId,
      summary,
      description: `${description} Its signature replaces the key, and it is valid for as long as the result. \`Range\` and \`HEAD\` are supported.`,
      security: [],
      parameters: [
        ...['job', 'index', ...more, 'format'].map((name) => parameter(name, 'path', 'As in the address.')),
        parameter('signature', 'query', 'As in the address.'),
      ],
      responses: {
        200: { description: 'The file.', content },
        206: { description: 'The requested range of the file.', content },
        304: { description: 'The file has not changed (`If-None-Match`).' },
        ...errorResponses(403, 404, 416, 500, 503),
      },
    },
  };
}

export const filesPaths = {
  '/v1/files/{job}/{index}/screenshot.{format}': download(
    'screenshot',
    'Download a screenshot',
    'The address in `screenshot` of a result.',
    [],
    picture,
  ),
  '/v1/files/{job}/{index}/actions/{at}.{format}': download(
    'actionFile',
    'Download a screenshot or PDF of an action',
    'An address in `actions.screenshots` or `actions.pdfs` of a result.',
    ['at'],
    { ...picture, 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
  ),
};
