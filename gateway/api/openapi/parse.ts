import { maxFileBytes, parseOptionsSchema } from '../../../contracts/requests/parse.ts';
import { pageItemSchema } from '../../../contracts/results/page.ts';
import { errorResponses, jsonResponse } from './responses.ts';
import { objectOf } from './schemas.ts';

/** The body of an upload: a form with the file and its options. */
export const uploadBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: objectOf(
        {
          file: {
            type: 'string',
            format: 'binary',
            description: `The file, with its name; at most ${maxFileBytes / 1024 / 1024} MiB.`,
          },
        },
        { options: parseOptionsSchema },
      ),
      encoding: { options: { contentType: 'application/json' } },
    },
  },
};

const texts = { type: 'array', items: { type: 'string' } };

/** The kinds of files that can be read. */
export const parseFormatsSchema = objectOf({
  success: { const: true },
  data: objectOf({
    formats: {
      type: 'array',
      items: objectOf({
        format: { type: 'string' },
        kind: { enum: ['document', 'image'] },
        extensions: { ...texts, description: 'Endings of names, with the dot.' },
        mimeTypes: texts,
        available: { type: 'boolean' },
      }),
    },
  }),
});

export const parsePaths = {
  '/v1/parse': {
    post: {
      tags: ['Scraping'],
      operationId: 'parse',
      summary: 'Read a file',
      description:
        'Reads an uploaded file (HTML, PDF, DOCX, PPTX, XLSX, ODT, ODS, ODP, RTF, EPUB, an e-mail, a Jupyter notebook, CSV, JSON, XML, markdown, text, or an image) as a page is read, at the price of a page. Its bytes decide what it is, then the type that it is sent with, then its name. The file itself is not kept.',
      requestBody: uploadBody,
      responses: {
        200: jsonResponse(
          'The file as a page; `url` is its name.',
          objectOf({ success: { const: true }, data: pageItemSchema }),
        ),
        ...errorResponses(400, 402, 413, 415, 422),
      },
    },
  },
  '/v1/parse/formats': {
    get: {
      tags: ['Scraping'],
      operationId: 'parseFormats',
      summary: 'Kinds of files that can be read',
      description: 'What `/v1/parse` reads, and a scrape whose address leads to a file. It costs nothing.',
      responses: { 200: jsonResponse('The formats.', parseFormatsSchema), ...errorResponses() },
    },
  },
};
