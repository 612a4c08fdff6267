import type { CDPSession, Page } from 'puppeteer';
import { Failure } from '../../contracts/failures.ts';
import { withTimeout } from '../../runtime/timeLimit.ts';
import { createInPageScript, scriptGlobal } from '../egress/rendering/inPageScript.ts';
import { hasNavigated } from '../egress/rendering/isolatedWorlds.ts';
import type { CollectLimits, Evidence } from './evidence.ts';
import type { ReadResource } from './logoPictures.ts';

const scriptEntry = new URL(`./inPage/collect${import.meta.url.slice(-3)}`, import.meta.url);

/** Enough for ordinary pages; of larger ones only a part of the elements is read. */
const collectLimits: CollectLimits = { maxElements: 8_000, timeoutMs: 1_500 };
/** A page that lets us in no sooner has a script that blocks the browser, which is stopped. */
const scriptTimeoutMs = 4_000;
/**
 * After this time whatever runs is stopped. Our own script ends by its limits, but the first style that it asks for can
 * take the browser seconds to work out, on a page with megabytes of rules.
 */
const readTimeoutMs = 8_000;
/** Less than what is reserved for reading a page. */
export const collectTimeoutMs = 11_000;
/** A page that navigates while it is read is read again at its new location. */
const maxAttempts = 4;

export type Collector = ReturnType<typeof createCollector>;

/** Collects the evidence of a page in one step, in an isolated world that the page's scripts cannot reach. */
export function createCollector() {
  const loadScript = createInPageScript(scriptEntry);

  return {
    /** Call it before navigation: a page whose script blocks the browser accepts no new session. */
    async attach(page: Page): Promise<PageReader> {
      const session = await page.createCDPSession();
      return {
        stopScript: () => stopScript(session),
        readResource: (url) => readResource(session, url),
        async read(limits = collectLimits) {
          const expression = `(() => { ${await loadScript()}; return JSON.stringify(${scriptGlobal}.collect(${JSON.stringify(limits)})); })()`;
          for (let attempt = 1; ; attempt += 1) {
            try {
              return JSON.parse(await evaluate(session, expression));
            } catch (error) {
              if (!hasNavigated(error)) throw error;
              if (attempt === maxAttempts)
                throw new Failure('PageUnreachable', 'The page navigates away whenever it is read.', { cause: error });
            }
            await waitForDocument(page);
          }
        },
      };
    },
  };
}

interface PageReader {
  /** Stops the script that the page is running. */
  stopScript(): Promise<void>;
  /** Takes the resource from the browser's memory, without a request. */
  readResource: ReadResource;
  /** Reads the page in its current state. */
  read(limits?: CollectLimits): Promise<Evidence>;
}

async function stopScript(session: CDPSession): Promise<void> {
  await session.send('Runtime.terminateExecution').catch(() => {});
}

/** A picture that takes longer is left out. */
const resourceTimeoutMs = 500;

async function readResource(session: CDPSession, url: string): Promise<Buffer | undefined> {
  const content = (async () => {
    await session.send('Page.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    return session.send('Page.getResourceContent', { frameId: frameTree.frame.id, url });
  })();
  try {
    const resource = await withTimeout(resourceTimeoutMs, content, pageTooBusy());
    return Buffer.from(resource.content, resource.base64Encoded ? 'base64' : 'utf8');
  } catch {
    return undefined;
  }
}

function pageTooBusy() {
  return new Failure('PageTimedOut', 'The page keeps the browser too busy to be read.');
}

async function evaluate(session: CDPSession, expression: string): Promise<string> {
  let isLetIn = false;
  const reading = (async () => {
    const { frameTree } = await session.send('Page.getFrameTree');
    const world = { frameId: frameTree.frame.id, worldName: 'sightread' };
    const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
    isLetIn = true;
    return session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      returnByValue: true,
      timeout: readTimeoutMs,
    });
  })();
  const timers = [
    setTimeout(() => !isLetIn && void stopScript(session), scriptTimeoutMs),
    setTimeout(() => void stopScript(session), readTimeoutMs),
  ];
  try {
    const { result, exceptionDetails } = await withTimeout(collectTimeoutMs, reading, pageTooBusy());
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return String(result.value);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** Waits a short time for the next document, which may never finish loading. */
function waitForDocument(page: Page): Promise<unknown> {
  return page
    .waitForFunction('document.readyState !== "loading" && document.body !== null', { timeout: 2_000 })
    .catch(() => {});
}
