import type { CDPSession, Page } from 'puppeteer';
import { Failure } from '../../../contracts/failures.ts';
import { composedHtml } from './composedHtml.ts';
import { consentVendors } from './consentVendors.ts';
import { createInPageScript } from './inPageScript.ts';
import { createIsolatedWorlds, hasNavigated, type IsolatedWorlds } from './isolatedWorlds.ts';
import { createScroller, type Scroller } from './scrollThrough.ts';

/** A page that navigates while it is read is read again at its new location. */
const maxAttempts = 4;
const nextDocumentTimeoutMs = 2_000;

interface PageReader {
  scroller(): Scroller;
  /** The HTML of what the page shows now. Rejects if it is larger than `maxBytes`. */
  html(maxBytes: number): Promise<string>;
  /** Refuses or hides the consent dialogs of known vendors, so that they do not cover the page in a picture of it. */
  dismissConsent(): Promise<void>;
}

/** Reads pages as they are displayed, by a script in an isolated world that the page's scripts cannot reach. */
export function createPageReaders() {
  const loadScript = createInPageScript(new URL(`./inPage/main${import.meta.url.slice(-3)}`, import.meta.url));
  const loadHook = createInPageScript(
    new URL(`./inPage/revealClosedRoots${import.meta.url.slice(-3)}`, import.meta.url),
  );
  const sessions = new WeakMap<Page, CDPSession>();

  /** A page that is used again has the hook already. */
  async function sessionOf(page: Page): Promise<CDPSession> {
    const known = sessions.get(page);
    if (known) return known;
    const hook = await loadHook();
    const [session] = await Promise.all([
      page.createCDPSession(),
      // In a function, because the page would see a global variable.
      page.evaluateOnNewDocument(`(() => { ${hook} })()`),
    ]);
    sessions.set(page, session);
    return session;
  }

  return {
    /** Call it before navigation: the hook for closed shadow roots must run before the scripts of the page. */
    async open(page: Page): Promise<PageReader> {
      const worlds = createIsolatedWorlds(await sessionOf(page), loadScript);
      return {
        scroller: () => createScroller(worlds),
        html: (maxBytes) => readHtml(page, worlds, maxBytes),
        async dismissConsent() {
          const { frame } = await worlds.frameTree();
          // A page that navigates when consent is refused is shown as it is then.
          await worlds.call<void>(frame.id, 'dismissConsent', { value: consentVendors }).catch(() => {});
        },
      };
    },
  };
}

async function readHtml(page: Page, worlds: IsolatedWorlds, maxBytes: number): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await composedHtml(worlds, maxBytes);
    } catch (error) {
      if (!hasNavigated(error)) throw error;
      if (attempt === maxAttempts)
        throw new Failure('PageUnreachable', 'The page navigates away whenever it is read.', { cause: error });
    }
    await page.waitForFunction('document.body !== null', { timeout: nextDocumentTimeoutMs }).catch(() => {});
  }
}
