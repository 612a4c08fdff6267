/** A site whose pages have about 34 KB of HTML each. */
import { createServer } from 'node:http';
import { serveParent } from './parent.ts';

const words =
  'the keeper of the lighthouse counted ships and wrote each of them down before he slept by day while the sea went on '.split(
    ' ',
  );
function paragraph(seed: number) {
  return `<p>${Array.from({ length: 70 }, (_, at) => words[(seed * 31 + at * 7) % words.length]).join(' ')} <a href="/p${seed}">more</a>.</p>`;
}

function page(path: string) {
  return `<!doctype html><html lang="en"><head><title>${path}</title><style>${'.a{color:red}'.repeat(400)}</style></head>
<body><nav>${Array.from({ length: 60 }, (_, at) => `<a href="/nav/${at}">Section ${at}</a>`).join(' ')}</nav>
<main><article><h1>Page ${path}</h1>${Array.from({ length: 70 }, (_, at) => paragraph(at + path.length)).join('\n')}</article></main>
<footer>${'<p>Imprint and privacy</p>'.repeat(20)}</footer></body></html>`;
}

const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(page(request.url ?? '/'));
});
await serveParent(server);
