/** A site whose pages are empty until their script has fetched an article and converted it: about 34 KB of HTML then. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { serveParent } from './parent.ts';

/** What the site takes to look up an article. */
const lookUpMs = 20;
const library = readFileSync(fileURLToPath(new URL('./marked.umd.js', import.meta.resolve('marked'))), 'utf8');
const words =
  'the keeper of the lighthouse counted ships and wrote each of them down before he slept by day while the sea went on '.split(
    ' ',
  );

function article(path: string) {
  const paragraph = (seed: number) =>
    `${Array.from({ length: 70 }, (_, at) => words[(seed * 31 + at * 7) % words.length]).join(' ')} [more](/p${seed}).`;
  return `# Page ${path}\n\n${Array.from({ length: 70 }, (_, at) => paragraph(at + path.length)).join('\n\n')}`;
}

const script = `${library}
fetch('/api' + location.pathname).then((answer) => answer.json()).then(({ title, text }) => {
  const links = Array.from({ length: 60 }, (_, at) => '<a href="/nav/' + at + '">Section ' + at + '</a>').join(' ');
  document.title = title;
  document.querySelector('#app').innerHTML = '<nav>' + links + '</nav><main><article>' + marked.parse(text) + '</article></main>';
});`;
const shell =
  '<!doctype html><html lang="en"><head><title>App</title><link rel="stylesheet" href="/app.css"></head><body><div id="app">Loading</div><script src="/app.js"></script></body></html>';
const files: Record<string, [type: string, body: string]> = {
  '/app.js': ['text/javascript', script],
  '/app.css': ['text/css', '.a{color:red}'.repeat(400)],
};

const server = createServer((request, response) => {
  const path = request.url ?? '/';
  if (path.startsWith('/api/')) {
    response.setHeader('content-type', 'application/json');
    setTimeout(() => response.end(JSON.stringify({ title: path, text: article(path) })), lookUpMs);
    return;
  }
  const [type, body] = files[path] ?? ['text/html; charset=utf-8', shell];
  response.setHeader('content-type', type);
  if (path in files) response.setHeader('cache-control', 'max-age=3600');
  response.end(body);
});
await serveParent(server);
