/** A site on loopback with well-behaved and badly behaved pages by path. It counts the requests for each. */
import { createServer, type ServerResponse } from 'node:http';
import { hugePng } from '../../activities/icons/support/pictures.ts';
import { listenOnLoopback } from '../loopback.ts';
import { docx } from '../office.ts';
import { flateBomb, pdf } from '../pdf.ts';
import { answerCrawled } from './crawled.ts';
import { answerIcons } from './icons.ts';
import { articlePage, componentFrame, componentPage, emptyPage, productPage, scriptPage } from './pages.ts';
import { answerMapped } from './sitemaps.ts';

type Page = (response: ServerResponse, url: URL) => void;

function html(response: ServerResponse, text: string) {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(text);
}

function afterDelay(ms: number, response: ServerResponse, step: () => void) {
  const timer = setTimeout(step, ms);
  response.once('close', () => clearTimeout(timer));
}

/** Fails as many times as the query's `times` says, then answers. */
function failingAtFirst(code: number, headers: Record<string, string> = {}): Page {
  const requests = new Map<string, number>();
  return (response, url) => {
    const count = (requests.get(url.href) ?? 0) + 1;
    requests.set(url.href, count);
    if (count <= Number(url.searchParams.get('times'))) response.writeHead(code, headers).end();
    else html(response, articlePage('At last'));
  };
}

const pages: Record<string, Page> = {
  '/components': (response) => html(response, componentPage),
  '/product': (response) => html(response, productPage),
  '/component-frame': (response) => html(response, componentFrame),
  '/flaky': failingAtFirst(500),
  '/busy': failingAtFirst(429, { 'retry-after': '1' }),
  '/slow': (response, url) => {
    response.statusCode = Number(url.searchParams.get('code') ?? 200);
    afterDelay(Number(url.searchParams.get('ms') ?? 3000), response, () => html(response, articlePage('Slow')));
  },
  '/status': (response, url) => {
    response.statusCode = Number(url.searchParams.get('code'));
    const after = url.searchParams.get('retry-after');
    if (after) response.setHeader('retry-after', after);
    html(response, articlePage('Refused'));
  },
  '/hangs': (response) => {
    response.setHeader('content-type', 'text/html');
    response.write('<!doctype html><title>Hangs</title><p>begins, and never ends');
  },
  '/resets': (response) => {
    response.setHeader('content-type', 'text/html');
    response.write('<p>half', () => response.destroy());
  },
  '/loop': (response) => {
    response.writeHead(302, { location: '/loop' }).end();
  },
  '/away': (response, url) => {
    response.writeHead(302, { location: url.searchParams.get('to') ?? '/' }).end();
  },
  '/large': (response, url) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<title>Large</title><main><p>${'word and more '.repeat(Number(url.searchParams.get('kb')) * 73)}</p></main>`,
    );
  },
  '/repeated': (response, url) => {
    const text = url.searchParams.get('text') ?? '';
    const paragraph = text.repeat((Number(url.searchParams.get('kb')) * 1024) / text.length);
    html(response, `<!doctype html><title>Repeated</title><main><p>${paragraph}</p></main>`);
  },
  '/endless': (response) => {
    response.setHeader('content-type', 'text/html');
    function more() {
      while (response.write('<p>and so on</p>'.repeat(1000)));
      response.once('drain', more);
    }
    more();
  },
  '/long-texts': (response) => {
    const long = 'x'.repeat(3_000_000);
    html(
      response,
      `<!doctype html><title>${long}</title><div data-reactroot id="root-${long}"></div><script>document.querySelector('div').textContent = 'Readable words. '.repeat(30)</script>`,
    );
  },
  '/picture': (response) => {
    response.setHeader('content-type', 'image/png');
    response.end(Buffer.from('89504e470d0a1a0a0000000d', 'hex'));
  },
  '/json': (response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"answer":42}');
  },
  '/document.pdf': (response) => void response.end(pdf([['The keeper counted ships.']])),
  '/report': (response) => {
    // As download scripts often send it.
    response.setHeader('content-type', 'text/html');
    response.end(docx('<w:p><w:r><w:t>The keeper wrote a report.</w:t></w:r></w:p>'));
  },
  '/bomb.docx': (response) =>
    void response.end(docx('', { 'word/document.xml': Buffer.alloc(200 * 1024 * 1024, ' ') })),
  // A picture that is sent as a page, and one that is far larger than its file.
  '/photo': (response) => {
    response.setHeader('content-type', 'text/html');
    response.end(hugePng(64));
  },
  '/bomb.png': (response) => void response.end(hugePng(20_000)),
  '/bomb.pdf': (response) => void response.end(flateBomb(3_000)),
  '/script': (response) => html(response, scriptPage),
  '/empty': (response) => html(response, emptyPage),
  '/language': (response) => html(response, articlePage(`In ${response.req.headers['accept-language']}`)),
};

export async function startSite() {
  const hits = new Map<string, number>();
  const unanswered = new Set<ServerResponse>();
  const count = (name: string) => hits.set(name, (hits.get(name) ?? 0) + 1);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.example');
    if (url.pathname === '/hits') {
      response.end(JSON.stringify(hits.get(url.searchParams.get('of') ?? '') ?? 0));
      return;
    }
    if (url.pathname === '/open-requests') {
      response.end(String(unanswered.size));
      return;
    }
    unanswered.add(response);
    for (const end of ['finish', 'close']) response.once(end, () => unanswered.delete(response));
    const path = url.pathname + url.search;
    count(path);
    const host = request.headers.host ?? '';
    if (host.includes('lighthouse.com') || host.includes('.crawled.')) count(host + path);
    if (
      answerIcons(host, url.pathname, response) ||
      answerMapped(host, url.pathname, response) ||
      answerCrawled(host, url, response)
    )
      return;
    const page = pages[url.pathname];
    if (page) page(response, url);
    else html(response, articlePage(url.pathname));
  });
  return listenOnLoopback(server);
}
