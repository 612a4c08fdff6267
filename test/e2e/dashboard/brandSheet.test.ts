import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Site, serve, serveFolder } from '../../activities/branding/support/staticSite.ts';
import { newUser } from '../../support/accounts.ts';
import { openBrowser, openSignedInTab, type Tab } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';

function folder(name: string) {
  return fileURLToPath(new URL(`../../fixtures/brands/${name}`, import.meta.url));
}
const attack = `Evil</style><script>document.title='owned'</script>`;
/** The same for use inside a style sheet, with escapes so that it does not end the style sheet of its own page. */
const quoted = attack.replaceAll('/', '\\2f ');
/** A page that tries to inject markup into the sheet through every value that is copied from it. */
const hostile = `<!doctype html><html lang="en"><head><title>${attack.replaceAll('<', '&lt;')}</title><style>
  :root { --brand: url(javascript:alert(1)); --x: "${quoted}" }
  body { background: #fff; color: #222; font-family: "${quoted}; } body { display: none", "a\\22 ;}", serif; }
  a { display: inline-block; padding: 12px 24px; color: #fff; border-radius: 9px;
      background: linear-gradient(red, blue), url(/picture.png); box-shadow: 0 0 4px red }
</style></head><body><header><a href="/" class="logo"><svg class="logo" width="120" height="40" onload="document.title='owned'"><script>document.title='owned'</script><rect width="120" height="40" fill="#b71c1c"/></svg></a></header>
<main><h1>Buy &lt;img src=x onerror="document.title='owned'"&gt;</h1><p>Words that are long enough to be read by somebody who reads them.</p><a class="btn btn-primary" href="/x">Buy</a></main></body></html>`;

describe('the brand sheet of the playground', () => {
  let browser: Browser;
  let tab: Tab;
  let downloads: string;
  let sites: Record<'harbor' | 'nightwatch' | 'hostile', Site>;

  beforeAll(async () => {
    downloads = mkdtempSync(join(tmpdir(), 'sightread-saved-'));
    browser = await openBrowser();
    tab = await openSignedInTab(browser, await newUser('unlimited'));
    const session = await browser.target().createCDPSession();
    const browserContextId = tab.page.browserContext().id ?? '';
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', browserContextId, downloadPath: downloads });
    sites = {
      harbor: await serveFolder(folder('harbor')),
      nightwatch: await serveFolder(folder('nightwatch')),
      hostile: await serve((_, response) => void response.setHeader('content-type', 'text/html').end(hostile)),
    };
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all(Object.values(sites ?? {}).map((site) => site.close()));
    rmSync(downloads, { recursive: true, force: true });
  });
  afterEach(() => expect(tab.problems).toEqual([]));

  async function openSheet(url: string, fields: string[] = []) {
    await tab.goto('/playground/branding');
    await tab.page.type('#url', url);
    for (const field of fields) await tab.page.click(`input[value=${field}]`);
    await tab.page.click('main form button[type=submit]');
    await tab.page.waitForSelector('.brand-sheet');
    // Only then does it say which fonts are missing.
    await tab.waitForText('Done in');
  }
  /** A picture that the browser does not hand over within half a second is left out, so the page may be read again. */
  async function openSheetWithLogos(url: string) {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await openSheet(url);
      if ((await tab.page.$$('.logo-stage img')).length === 3) return;
    }
  }
  /** Waits for a download and returns its content. */
  async function readDownload(name: string): Promise<Buffer> {
    const path = join(downloads, name);
    await eventually(`${name} is saved`, () => existsSync(path));
    return readFileSync(path);
  }
  const computedStyle = (selector: string, property: string) =>
    tab.page.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`);

  it('shows the colors, typography, components, logo, spacing and personality of a brand', async () => {
    await openSheetWithLogos(`${sites.harbor.url}/`);
    for (const words of ['Harbor Credit Union', 'Source Serif Pro', 'No language model is configured', '97 % sure']) {
      await tab.waitForText(words);
    }
    expect(await computedStyle('.brand-hero', 'background-color')).toBe('rgb(251, 250, 247)');
    expect(await computedStyle('.stage .button-like', 'background-color')).toBe('rgb(11, 122, 117)');
    expect(await computedStyle('.stage .button-like', 'border-radius')).toBe('6px');
    expect(await computedStyle('.stage .button-like', 'padding')).toBe('12px 24px');
    expect(await computedStyle('.swatch', 'background-color')).toBe('rgb(11, 122, 117)');
    expect(await tab.text('.swatches li')).toContain('to background4.9AA');
    expect(await tab.page.$eval('.font-note', (note) => note.hasAttribute('hidden'))).toBe(false);
    const drawn = 'Array.from(document.querySelectorAll(".logo-stage img"), (image) => image.naturalWidth > 0)';
    await expect.poll(() => tab.page.evaluate(drawn)).toEqual([true, true, true]);
    await tab.checkAppearance('brand-sheet');
  });

  it('is saved as a PNG in the colors of the brand', async () => {
    await tab.page.click('[data-save-drawing]');
    const png = await readDownload('harbor-credit-union-brand.png');
    const size = String(await tab.page.$eval('[data-save-drawing]', (button) => button.getAttribute('data-size')));
    const { format, width, height } = await sharp(png).metadata();
    expect({ format, size: `${(width ?? 0) / 2}x${(height ?? 0) / 2}` }).toEqual({ format: 'png', size });
    const pixel = async (left: number, top: number) => [
      ...(await sharp(png).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
    ];
    expect(await pixel(40, 40)).toEqual([251, 250, 247]);
    expect(await pixel(2200, 400)).toEqual([11, 122, 117]);
    // This pixel belongs to the logo at the left edge of the hero.
    expect(await pixel(2 * (72 + 16), 2 * 96)).toEqual([11, 122, 117]);
  });

  it('is saved as CSS variables, Tailwind themes and JSON', async () => {
    for (const [label, file, words] of [
      ['CSS variables', 'harbor-credit-union.css', '--color-primary: #0b7a75;'],
      ['Tailwind 4', 'harbor-credit-union-theme.css', '@theme {'],
      ['Tailwind 3', 'tailwind.config.js', '"primary": "#0b7a75"'],
      ['JSON', 'harbor-credit-union.json', '"brandName": "Harbor Credit Union"'],
    ] as const) {
      await tab.page.click(`.views > label ::-p-text(${label})`);
      await tab.page.click(`[data-save="${file}"]`);
      expect((await readDownload(file)).toString()).toContain(words);
    }
    await tab.checkAppearance('brand-theme');
  });

  it('shows a dark brand, and only the requested groups of fields', async () => {
    await openSheet(`${sites.nightwatch.url}/`);
    await tab.waitForText('Nightwatch');
    await tab.checkAppearance('brand-sheet-dark-site');
    await openSheet(`${sites.nightwatch.url}/`, ['colors']);
    const parts = 'Array.from(document.querySelectorAll(".sheet-head h3"), (title) => title.textContent)';
    expect(await tab.page.evaluate(parts)).toEqual(['Colors', 'Palette']);
  });

  it('runs no markup of a hostile page', async () => {
    await openSheet(sites.hostile.url);
    // The injected markup is shown as text.
    expect(await tab.text('.type-card strong')).toContain('Evilstylescript');
    await tab.checkAppearance('brand-sheet-hostile');
    expect(await tab.page.title()).not.toBe('owned');
    expect(await computedStyle('body', 'display')).not.toBe('none');
    const foreign =
      'document.querySelectorAll("[data-result] :is(script, style, iframe, [onload], [onerror], [style*=url])").length';
    expect(await tab.page.evaluate(foreign)).toBe(0);
    const name = await tab.page.$eval('[data-save-drawing]', (button) => button.getAttribute('data-save-drawing'));
    await tab.page.click('[data-save-drawing]');
    expect((await sharp(await readDownload(name ?? '')).metadata()).format).toBe('png');
  });
});
