import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { CDPSession, Page } from 'puppeteer';
import { Failure } from '../../contracts/failures.ts';
import { inTime } from '../../runtime/timeLimit.ts';
import type { CollectLimits, Evidence } from './evidence.ts';
import type { Loaded } from './pictures.ts';

const entry = fileURLToPath(new URL('./inPage/collect.ts', import.meta.url));

/** Enough for any page that a person reads; more elements than these are looked at in part. */
const collectLimits: CollectLimits = { elements: 8_000, timeMs: 1_500 };
/** After this the page's own script is holding the browser up, and is stopped. */
const stuckMs = 4_000;
/** A page that has been sent elsewhere under our eyes is read again where it arrived, so many times. */
const mostTries = 4;

export type Collector = ReturnType<typeof createCollector>;

/** Reads a rendered page's looks in one step, in a JavaScript world that the page cannot reach. */
export function createCollector() {
  let bundled: Promise<string> | undefined;
  // Made at the first need, and again if that failed.
  function script(): Promise<string> {
    bundled ??= bundle().catch((error: unknown) => {
      bundled = undefined;
      throw error;
    });
    return bundled;
  }

  return {
    /** Takes hold of a page before it is opened: once its own script keeps it busy, nobody new is let in. */
    async attach(page: Page): Promise<Reader> {
      const session = await page.createCDPSession();
      return {
        stopScript: () => stopScript(session),
        loaded: (url) => loaded(session, url),
        async read(limits = collectLimits) {
          const expression = `(() => { ${await script()}; return JSON.stringify(inPage.collect(${JSON.stringify(limits)})); })()`;
          for (let tries = 1; ; tries += 1) {
            try {
              return JSON.parse(await evaluate(session, expression));
            } catch (error) {
              if (!hasNavigated(error)) throw error;
              if (tries === mostTries)
                throw new Failure('PageUnreachable', 'the page goes elsewhere whenever it is read', { cause: error });
            }
            await arrived(page);
          }
        },
      };
    },
  };
}

interface Reader {
  /** Ends what the page's script is doing just now. */
  stopScript(): Promise<void>;
  /** What the page has loaded from there, out of the browser's memory: nothing is asked for again. */
  loaded: Loaded;
  /** Reads the page as it is. */
  read(limits?: CollectLimits): Promise<Evidence>;
}

async function stopScript(session: CDPSession): Promise<void> {
  await session.send('Runtime.terminateExecution').catch(() => {});
}

/** A picture that is not to be had at once is done without. */
const loadedWithinMs = 500;

async function loaded(session: CDPSession, url: string): Promise<Buffer | undefined> {
  const taking = (async () => {
    await session.send('Page.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    return session.send('Page.getResourceContent', { frameId: frameTree.frame.id, url });
  })();
  try {
    const { content, base64Encoded } = await inTime(loadedWithinMs, taking, tooBusy());
    return Buffer.from(content, base64Encoded ? 'base64' : 'utf8');
  } catch {
    return undefined;
  }
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'inPage',
    target: 'chrome120',
    charset: 'utf8',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

function tooBusy() {
  return new Failure('PageTimedOut', 'the page keeps the browser too busy to be read');
}

async function evaluate(session: CDPSession, expression: string): Promise<string> {
  const reading = (async () => {
    const { frameTree } = await session.send('Page.getFrameTree');
    const world = { frameId: frameTree.frame.id, worldName: 'sightread' };
    const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
    return session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      returnByValue: true,
      timeout: stuckMs,
    });
  })();
  // The script that is stopped is the page's: ours ends by itself long before.
  const stop = setTimeout(() => void stopScript(session), stuckMs);
  try {
    const { result, exceptionDetails } = await inTime(2 * stuckMs, reading, tooBusy());
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return String(result.value);
  } finally {
    clearTimeout(stop);
  }
}

function hasNavigated(error: unknown): boolean {
  return (
    error instanceof Error &&
    /context was destroyed|cannot find (?:default )?(?:execution )?context|uniquecontextid|navigated or closed|no frame (?:for|with) given id|cannot find context/i.test(
      error.message,
    )
  );
}

/** Waits a little for the next document, which may never be finished. */
function arrived(page: Page): Promise<unknown> {
  return page
    .waitForFunction('document.readyState !== "loading" && document.body !== null', { timeout: 2_000 })
    .catch(() => {});
}
