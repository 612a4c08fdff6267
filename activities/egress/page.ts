import type { BrowserContext, HTTPRequest, Page } from 'puppeteer';

export interface PageSettings {
  /** Requests of this origin alone get `headers`. */
  origin: string;
  headers: Record<string, string>;
  mobile: boolean;
  /** Pictures, fonts and media are left out unless they are to be seen. */
  withMedia: boolean;
}

/** A page that sends itself elsewhere again and again stays where it is after so many. */
const maxNavigations = 20;

const desktop = { width: 1_280, height: 800 };
const phone = { width: 393, height: 852, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
function phoneAgent(version: string): string {
  return `Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Mobile Safari/537.36`;
}

const media = new Set(['image', 'font', 'media', 'texttrack']);

/** A page that asks nobody anything, keeps nothing, opens nothing. */
export async function openPage(context: BrowserContext, settings: PageSettings): Promise<Page> {
  const page = await context.newPage();
  const { 'user-agent': ownAgent, ...headers } = settings.headers;
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  page.on('popup', (popup) => void popup?.close().catch(() => {}));
  await Promise.all([
    page.setViewport(settings.mobile ? phone : desktop),
    setAgent(page, ownAgent, settings.mobile),
    page.setBypassServiceWorker(true),
    page.setRequestInterception(true),
  ]);
  let navigations = 0;
  page.on('request', (request) => {
    if (isMainNavigation(request, page)) navigations += 1;
    const blocked = (!settings.withMedia && media.has(request.resourceType())) || navigations > maxNavigations;
    const decided = blocked
      ? request.abort('blockedbyclient')
      : request.continue(overrides(request, settings.origin, headers));
    // The page may be gone by now.
    decided.catch(() => {});
  });
  return page;
}

export function isMainNavigation(request: HTTPRequest, page: Page): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}

function overrides(request: HTTPRequest, origin: string, headers: Record<string, string>) {
  if (Object.keys(headers).length === 0 || !URL.canParse(request.url()) || new URL(request.url()).origin !== origin)
    return {};
  return { headers: { ...request.headers(), ...headers } };
}

/** The browser's own name, without the word that tells sites that nobody is looking. */
async function setAgent(page: Page, own: string | undefined, mobile: boolean): Promise<void> {
  const agent = (await page.browser().userAgent()).replace('HeadlessChrome', 'Chrome');
  const usual = mobile ? phoneAgent(/Chrome\/(\S+)/.exec(agent)?.[1] ?? '140.0.0.0') : agent;
  await page.setUserAgent({ userAgent: own ?? usual });
}
