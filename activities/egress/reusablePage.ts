import type { BrowserContext, CDPSession, Frame, Page } from 'puppeteer';
import { parseUrl } from '../../contracts/parseUrl.ts';
import type { OpenPage } from './openPage.ts';

/** A page with a browser context of its own. A new page costs twice as much as one that is used again. */
export interface ReusablePage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Leaves the document. False if the page may have left something behind that `clean` does not remove. */
  leave(): Promise<boolean>;
  /** Removes what the last document has stored, so that the next one finds what it would find in a new page. */
  clean(): Promise<void>;
}

/** Memory grows by some 3 MB with every document until it is collected, which takes about a third of the CPU of a page. */
const usesPerGarbageCollection = 2;
/** A page is replaced in the end, whatever it has accumulated. */
const maxUses = 100;

/** @param origin All frames of all its documents must be of this origin. Others could store what is not found again. */
export function createReusablePage(
  context: BrowserContext,
  { page, useAgain }: OpenPage,
  origin: string,
): ReusablePage {
  let uses = 0;
  let isAlone = true;
  let session: CDPSession | undefined;
  const isOwn = (frame: Frame): boolean => frame.url().startsWith('about:') || originOf(frame.url()) === origin;
  page.on('framenavigated', (frame) => {
    isAlone &&= isOwn(frame);
  });
  // A popup, or a worker that may outlive the document.
  context.on('targetcreated', () => {
    isAlone = false;
  });

  async function leave(): Promise<boolean> {
    uses += 1;
    if (!isAlone || uses >= maxUses || !page.frames().every(isOwn) || originOf(page.url()) !== origin) return false;
    session ??= await page.createCDPSession();
    const { frameTree } = await session.send('Page.getFrameTree');
    const { storageKey } = await session.send('Storage.getStorageKey', { frameId: frameTree.frame.id });
    // Otherwise the document could store something while it is left.
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    await session.send('DOMStorage.clear', { storageId: { storageKey, isLocalStorage: false } });
    await page.goto('about:blank');
    if (uses % usesPerGarbageCollection === 0) await session.send('HeapProfiler.collectGarbage');
    return isAlone;
  }

  async function clean(): Promise<void> {
    useAgain();
    await Promise.all([
      session?.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
      session?.send('Network.clearBrowserCookies'),
      session?.send('Page.resetNavigationHistory'),
      session?.send('Runtime.evaluate', { expression: 'window.name = ""' }),
    ]);
    await session?.send('Emulation.setScriptExecutionDisabled', { value: false });
  }

  return { page, context, leave, clean };
}

function originOf(url: string): string | undefined {
  return parseUrl(url)?.origin;
}
