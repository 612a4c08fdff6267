import type { Page } from 'puppeteer';

/** A common desktop size, wider than every framework's widest container. */
const desktop = { width: 1_440, height: 900, deviceScaleFactor: 1 };

/** How a page is shown whose looks are read. */
export async function asDesktop(page: Page): Promise<void> {
  await page.setViewport(desktop);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: 'light' },
    // Otherwise elements may be read in the middle of a transition.
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
}
