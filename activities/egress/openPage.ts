import type { BrowserContext, HTTPRequest, Page } from 'puppeteer';
import { parseUrl } from '../../contracts/parseUrl.ts';
import { isMainNavigation } from './navigation.ts';

export interface PageSettings {
  /** Only requests to this origin get `headers`. */
  origin: string;
  headers: Record<string, string>;
  mobile: boolean;
  /** Whether the page loads images, fonts, audio and video. */
  loadsMedia: boolean;
  /** Nobody looks at the page or clicks in it. */
  isOnlyRead?: boolean;
  /** The best first; the browser's own if there are none. */
  languages?: readonly string[];
  timeZone?: string | undefined;
}

/** A page that navigates more often stays where it is. `navigationFailures.ts` names this number. */
const maxNavigations = 20;

const desktopViewport = { width: 1_280, height: 800 };
const phoneViewport = { width: 393, height: 852, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/**
 * A page that is only read is drawn as a thumbnail: it is laid out as ever, and its scripts see no difference, but pixels
 * would take a fifth of its CPU.
 */
const thumbnailScale = 0.1;

const mediaTypes = new Set(['image', 'font', 'media', 'texttrack']);

export interface OpenPage {
  page: Page;
  /** From now on the page may navigate as often as a new one, and takes no document from its cache. */
  useAgain(): void;
}

/** Opens a page that dismisses dialogs, closes popups and uses no service workers. */
export async function openPage(context: BrowserContext, settings: PageSettings): Promise<OpenPage> {
  const page = await context.newPage();
  const { 'user-agent': callerAgent, ...headers } = settings.headers;
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  page.on('popup', (popup) => void popup?.close().catch(() => {}));
  await Promise.all([
    setViewport(page, settings),
    setUserAgent(page, callerAgent, settings),
    page.setBypassServiceWorker(true),
    page.setRequestInterception(true),
    settings.timeZone !== undefined && page.emulateTimezone(settings.timeZone),
  ]);
  let navigations = 0;
  let isUsedAgain = false;
  page.on('request', (request) => {
    const isMain = isMainNavigation(request, page);
    if (isMain) navigations += 1;
    const isUnwantedMedia = !settings.loadsMedia && mediaTypes.has(request.resourceType());
    const decided =
      isUnwantedMedia || navigations > maxNavigations
        ? request.abort('blockedbyclient')
        : request.continue(isMain && isUsedAgain ? uncached(request) : overridesFor(request, settings.origin, headers));
    // Fails if the page was closed meanwhile.
    decided.catch(() => {});
  });
  return {
    page,
    useAgain: () => {
      navigations = 0;
      isUsedAgain = true;
    },
  };
}

async function setViewport(page: Page, { mobile, isOnlyRead = false }: PageSettings): Promise<void> {
  const viewport = mobile ? phoneViewport : desktopViewport;
  await page.setViewport(viewport);
  if (!isOnlyRead) return;
  const { width, height } = viewport;
  const deviceScaleFactor = mobile ? phoneViewport.deviceScaleFactor : 1;
  // The size is the browser's own again once the session ends, so it ends with the page.
  const session = await page.createCDPSession();
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor,
    mobile,
    scale: thumbnailScale,
  });
}

function uncached(request: HTTPRequest) {
  return { headers: { ...request.headers(), 'cache-control': 'no-cache' } };
}

function overridesFor(request: HTTPRequest, origin: string, headers: Record<string, string>) {
  if (Object.keys(headers).length === 0 || parseUrl(request.url())?.origin !== origin) return {};
  return { headers: { ...request.headers(), ...headers } };
}

/** Hides "Headless" in the user agent, because some sites serve headless browsers another page. */
async function setUserAgent(
  page: Page,
  callerAgent: string | undefined,
  { mobile, languages = [] }: PageSettings,
): Promise<void> {
  const desktopAgent = (await page.browser().userAgent()).replace('HeadlessChrome', 'Chrome');
  const version = /Chrome\/(\S+)/.exec(desktopAgent)?.[1] ?? '140.0.0.0';
  const userAgent = callerAgent ?? (mobile ? phoneAgent(version) : desktopAgent);
  if (languages.length === 0) return page.setUserAgent({ userAgent });
  // Also for scripts, which see them in `navigator.languages`.
  const session = await page.createCDPSession();
  await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: languages.join(', ') });
}

function phoneAgent(version: string): string {
  return `Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Mobile Safari/537.36`;
}
