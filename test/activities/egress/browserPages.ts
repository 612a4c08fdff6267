import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { site } from './sites.ts';

export const pageOptions = { origin: '', headers: {}, mobile: false, loadsMedia: false, timeoutMs: 20_000 };

/** Serves `body` at every path except /good. */
export function siteWithPage(body: string) {
  return site((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(request.url === '/good' ? '<p>good</p>' : body);
  });
}

/** The profile folders of this process's browsers. */
export function profileNames() {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`sightread-chromium-${process.pid}-`));
}

export function html(body: string) {
  return { 'content-type': 'text/html; charset=utf-8', body };
}

/** Serves pages by path, and 404 for other paths. */
export function siteWithPages(byPath: Record<string, { 'content-type': string; body: string | Buffer }>) {
  return site((request, response) => {
    const page = byPath[new URL(request.url ?? '/', 'http://site/').pathname];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': page?.['content-type'] ?? 'text/plain' });
    response.end(page?.body);
  });
}
