/** A site that has a page at every address. */
import { createServer } from 'node:http';
import { articlePage } from './articlePage.ts';
import { serveParent } from './parent.ts';

const sections = Array.from({ length: 60 }, (_, at) => `/nav/${at}`);

const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(articlePage(request.url ?? '/', sections, (paragraph) => `/p${paragraph}`));
});
await serveParent(server);
