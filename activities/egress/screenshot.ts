import type { Page } from 'puppeteer';
import type { ScreenshotFormat, ScreenshotOptions } from '../../contracts/requests/formats.ts';

export interface Screenshot {
  bytes: Buffer;
  format: ScreenshotFormat;
}

const maxHeight = 10_000;

/** Takes a picture of the whole page, or of what the window shows. */
export async function takeScreenshot(page: Page, options: ScreenshotOptions): Promise<Screenshot> {
  const { fullPage = true, quality, format = quality === undefined ? 'png' : 'jpeg' } = options;
  const taken = await page.screenshot({
    type: format,
    ...(quality !== undefined && { quality }),
    ...(fullPage && { clip: await wholePage(page) }),
    captureBeyondViewport: fullPage,
  });
  return { bytes: Buffer.from(taken), format };
}

async function wholePage(page: Page) {
  const { width = 0 } = page.viewport() ?? {};
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  return { x: 0, y: 0, width, height: Math.max(1, Math.min(height, maxHeight)) };
}
