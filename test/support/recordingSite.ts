/** A site of one test that records who visits its pages, when, and how many at a time. */
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Listening, listenOnLoopback } from './loopback.ts';

export interface Visit {
  at: number;
  /** The worker that has sent the request, by its name for sites. */
  agent: string;
  /** Requests that the site had not answered yet, this one included. */
  open: number;
}

export interface SiteRules {
  /** How many pages each page links to: `/p/0`, `/p/1` and so on. */
  links?: number;
  robots?: string;
  /** How long a page takes. */
  pageMs?: number;
  /** With which pages are answered. */
  status?: number;
  /** Answers no page but the first until this many are asked for at a time, however slow the workers are today. */
  holdUntilOpen?: number;
  /** Answers the page at this position with this status once, and asks for no request within this time. */
  refusal?: { at: number; status: number; seconds: number };
}

export interface RecordingSite extends Listening {
  visits: readonly Visit[];
  refusedAt(): number | undefined;
}

export async function startRecordingSite({
  links = 0,
  robots,
  pageMs = 0,
  status = 200,
  holdUntilOpen = 0,
  refusal,
}: SiteRules): Promise<RecordingSite> {
  const visits: Visit[] = [];
  let release = () => {};
  const enough = new Promise<void>((resolve) => {
    release = resolve;
  });
  let open = 0;
  let refusedAt: number | undefined;
  async function answer({ url = '/', headers }: IncomingMessage): Promise<[status: number, body: string]> {
    if (url === '/robots.txt') return robots ? [200, robots] : [404, ''];
    visits.push({ at: Date.now(), agent: headers['user-agent'] ?? '', open: open + 1 });
    if (refusal && refusedAt === undefined && url === `/p/${refusal.at}`) {
      refusedAt = Date.now();
      return [refusal.status, ''];
    }
    open += 1;
    if (open >= holdUntilOpen) release();
    if (url !== '/') await enough;
    await wait(pageMs);
    open -= 1;
    return [status, htmlOf(url, links)];
  }
  const server = createServer(async (request, response) => {
    const [answered, body] = await answer(request);
    const headers = {
      'content-type': 'text/html',
      ...(answered >= 400 && refusal && { 'retry-after': String(refusal.seconds) }),
    };
    response.writeHead(answered, headers).end(body);
  });
  const listening = await listenOnLoopback(server);
  return { ...listening, visits, refusedAt: () => refusedAt };
}

function htmlOf(path: string, links: number): string {
  const anchors = Array.from({ length: links }, (_, at) => `<a href="/p/${at}">Page ${at}</a>`).join(' ');
  return `<title>${path}</title><main><p>The page ${path} of a site that records.</p></main><nav>${anchors}</nav>`;
}

/** The most pages that were read at the same time. */
export function mostOpen(visits: readonly Visit[]): number {
  return Math.max(...visits.map(({ open }) => open));
}
