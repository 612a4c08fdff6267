import { type HTTPResponse, type Page, TimeoutError } from 'puppeteer';
import { Failure } from '../../contracts/failures.ts';

/** A usual desktop: wide enough for every framework's widest container. */
const desktop = { width: 1_440, height: 900, deviceScaleFactor: 1 };
const navigationMs = 15_000;
/** A page that never goes quiet is taken as it is after this. */
const quietMs = 4_000;
const idleMs = 400;
/** Chatty pages keep a connection or two open. */
const idleConnections = 2;

export interface Visited {
  /** Said where the page was read although it was not finished. */
  warning?: string;
}

/** Opens the page as a person at a desktop would, and waits until it looks as it is going to look. */
export async function visit(page: Page, url: string): Promise<Visited> {
  await page.setViewport(desktop);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: 'light' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  let answer: HTTPResponse | null = null;
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) answer = response;
  });
  const finished = await open(page, url);
  judge(answer);
  if (!finished && answer === null)
    throw new Failure('PageTimedOut', `the site did not answer within ${navigationMs / 1_000} s`);
  const quiet = finished && (await becomesQuiet(page));
  return finished && quiet ? {} : { warning: 'The page was still loading when it was read.' };
}

/** False where the page began to arrive but did not finish. */
async function open(page: Page, url: string): Promise<boolean> {
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: navigationMs });
    return true;
  } catch (error) {
    if (error instanceof TimeoutError) return false;
    throw explained(error);
  }
}

async function becomesQuiet(page: Page): Promise<boolean> {
  try {
    await page.waitForNetworkIdle({ idleTime: idleMs, concurrency: idleConnections, timeout: quietMs });
    return true;
  } catch (error) {
    if (error instanceof TimeoutError) return false;
    throw error;
  }
}

function judge(answer: HTTPResponse | null): void {
  if (answer === null) return;
  const status = answer.status();
  if (status >= 400) throw new Failure('PageRefused', `The site answered ${status}.`, { statusCode: status });
  const type = (answer.headers()['content-type'] ?? 'text/html').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^(?:text\/html|application\/xhtml\+xml)$/.test(type)) {
    throw new Failure('PageNotText', `the address answers with ${type || 'something'}, not with a page`);
  }
}

const networkWords: readonly [RegExp, string][] = [
  [/ERR_NAME_NOT_RESOLVED/, 'the name does not exist'],
  [/ERR_CONNECTION_REFUSED/, 'the site refused the connection'],
  [/ERR_TOO_MANY_REDIRECTS/, 'the site redirects in circles'],
  [/ERR_CERT|ERR_SSL/, 'no secure connection could be made'],
  [/ERR_EMPTY_RESPONSE|ERR_CONNECTION_(?:CLOSED|RESET)/, 'the site closed the connection before the page had arrived'],
];

function explained(error: unknown): unknown {
  if (!(error instanceof Error) || !/net::ERR_/.test(error.message)) return error;
  const cause = { cause: error };
  if (/ERR_ABORTED/.test(error.message))
    return new Failure('PageNotText', 'the address offers a download, not a page', cause);
  const words = networkWords.find(([pattern]) => pattern.test(error.message))?.[1];
  return new Failure(
    'PageUnreachable',
    words ?? `the page could not be opened (${/ERR_\w+/.exec(error.message)?.[0]})`,
    cause,
  );
}
