/** The brand sheet of the sample site, as the dashboard shows it. */
import puppeteer, { type Page } from 'puppeteer';
import { sampleHost } from './sampleSite.ts';

const viewport = { width: 1_440, height: 1_000, deviceScaleFactor: 1.5 };
/** The first row of colors; the rest of the sheet would be too long for a picture. */
const maxHeight = 714;
const timeout = 60_000;

interface Dashboard {
  address: string;
  email: string;
  password: string;
  chromiumPath: string;
}

export async function photographBrandSheet({ address, email, password, chromiumPath }: Dashboard): Promise<Buffer> {
  const browser = await puppeteer.launch({
    executablePath: chromiumPath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    await page.setViewport(viewport);
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await page.goto(`${address}/sign-in`);
    await page.type('input[name=email]', email);
    await page.type('input[name=password]', password);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await page.goto(`${address}/playground/branding`);
    await page.type('input[name=url]', `http://${sampleHost}/`);
    await page.keyboard.press('Enter');
    const sheet = await page.waitForSelector('.brand-sheet', { timeout });
    if (!sheet) throw new Error('there is no brand sheet');
    await waitForPictures(page);
    const { x, y, width, height } = (await sheet.boundingBox()) ?? { x: 0, y: 0, ...viewport };
    const clip = { x, y, width, height: Math.min(height, maxHeight) };
    return Buffer.from(await page.screenshot({ type: 'png', clip }));
  } finally {
    await browser.close();
  }
}

async function waitForPictures(page: Page): Promise<void> {
  await page.waitForFunction('[...document.images].every(({ complete }) => complete)', { timeout });
}
