/** The fixture site as the tests address it, and the requests that it has seen. */
import { stackEnv } from './stackEnv.ts';

/** The URL of a page by the site's name. The stack maps the name to the fixture site, so the page is fetched like any other. */
export function site(path: string): string {
  return `http://site.example${path}`;
}

/** The number of requests for a path so far. */
export function hits(path: string): Promise<number> {
  return read(`/hits?of=${encodeURIComponent(path)}`);
}

/** The number of requests that the site has not answered yet. */
export function openRequests(): Promise<number> {
  return read('/open-requests');
}

async function read(path: string): Promise<number> {
  return Number(await (await fetch(stackEnv('SITE') + path)).text());
}
