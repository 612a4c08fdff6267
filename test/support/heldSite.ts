/** A site of one test, whose pages answer when the test lets them, however slow the machine is today. */
import { createServer } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** For the `timeout` of pages that are held: the longest that there is. */
export const heldTimeoutMs = 120_000;

interface HeldSiteRules {
  /** Which pages wait; by default all do. */
  isHeld?: (path: string) => boolean;
  statusOf?: (path: string) => number;
  /** The paths that each page links to. */
  links?: readonly string[];
}

export interface HeldSite {
  /** The URL of a page. */
  page(path: string): string;
  /** The number of requests so far, for a path or for all. */
  asked(path?: string): number;
  /** Answers the pages that wait, and from now on each at once. */
  release(): void;
  close(): Promise<void>;
}

export async function startHeldSite({
  isHeld = () => true,
  statusOf = () => 200,
  links = [],
}: HeldSiteRules = {}): Promise<HeldSite> {
  const requests: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer(async ({ url: path = '/' }, response) => {
    if (path === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    requests.push(path);
    const status = statusOf(path);
    if (isHeld(path)) await released;
    response.writeHead(status, { 'content-type': 'text/html' }).end(htmlOf(path, links));
  });
  const { address, close } = await listenOnLoopback(server);
  return {
    page: (path) => address + path,
    asked: (path) => requests.filter((each) => path === undefined || each === path).length,
    release,
    close,
  };
}

function htmlOf(path: string, links: readonly string[]): string {
  const anchors = links.map((link) => `<li><a href="${link}">A link</a></li>`);
  return `<!doctype html><html lang="en"><head><title>The page ${path}</title></head><body><main><h1>The page ${path}</h1>
<p>The page ${path} tells at some length how the keeper of the lighthouse counted ships and wrote each of them down.</p>
</main><nav><ul>${anchors.join('')}</ul></nav></body></html>`;
}
