/** Sites of any size: the pages of `/NAME/SIZE/` are `/NAME/SIZE/page-N`, each linked from ten others at least. */
import { createServer } from 'node:http';
import { articlePage } from './articlePage.ts';
import { serveParent } from './parent.ts';

/** The pages below one, as in a tree. */
const children = 10;
/** Links from each page to others all over the site, which have been found already, mostly. */
const crossLinks = 70;

const server = createServer((request, response) => {
  const found = /^\/(\w+)\/(\d+)\/(?:page-(\d+))?$/.exec(request.url ?? '');
  if (!found) return void response.writeHead(404).end();
  const [, name, sizeText, numberText = '0'] = found;
  const [size, number] = [Number(sizeText), Number(numberText)];
  const pageAt = (page: number) => (page === 0 ? `/${name}/${size}/` : `/${name}/${size}/page-${page}`);
  const below = Array.from({ length: children }, (_, at) => number * children + 1 + at).filter((page) => page < size);
  const links = [Math.floor((number - 1) / children), ...below].filter((page) => page >= 0).map(pageAt);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(articlePage(`${name} ${number}`, links, (at) => pageAt((number * crossLinks + at * 7_919) % size)));
});
await serveParent(server);
