/** The dashboard in a real browser, with checks that hold on every page. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { expect, inject } from 'vitest';
import { api, images } from './client.ts';
import { defaultTimeoutMs, eventually } from './eventually.ts';

const screenshotFolder = 'test/artifacts/dashboard';
/** For people to look at, so only on request: they take a fifth of the CPU of the tests of the dashboard. */
const takesScreenshots = process.env['SCREENSHOTS'] !== undefined;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const defaultViewport = { width: 1280, height: 900 };
const reducedMotion = { name: 'prefers-reduced-motion', value: 'reduce' };
const views = [
  { name: 'desktop-light', viewport: defaultViewport, scheme: 'light', fullPage: true },
  { name: 'desktop-dark', viewport: defaultViewport, scheme: 'dark', fullPage: true },
  { name: 'phone-light', viewport: { width: 390, height: 844 }, scheme: 'light', fullPage: false },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, scheme: 'dark', fullPage: false },
];

export async function openBrowser(): Promise<Browser> {
  const chromium = inject('env')['CHROMIUM_PATH'] ?? 'chromium';
  return puppeteer.launch({
    executablePath: chromium.includes('/') ? chromium : execFileSync('which', [chromium]).toString().trim(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

export interface Tab {
  page: Page;
  /** Errors in the console, and requests to hosts that are not ours. */
  problems: readonly string[];
  goto(path: string): Promise<void>;
  /** Takes a step that opens another page, and waits until that page has loaded. */
  navigateBy(step: () => Promise<unknown>): Promise<void>;
  /** Types into the field that has the focus. The browser gives it to a field with `autofocus` a moment after loading. */
  type(text: string): Promise<void>;
  text(selector?: string): Promise<string>;
  waitForText(words: string | RegExp, timeoutMs?: number): Promise<void>;
  /** Checks all views for overflow and accessibility, and takes screenshots of them if they are asked for. */
  checkAppearance(name: string): Promise<void>;
}

export async function openTab(browser: Browser): Promise<Tab> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(defaultTimeoutMs);
  await page.setViewport(defaultViewport);
  await page.emulateMediaFeatures([reducedMotion]);
  const tab: Tab = {
    page,
    problems: collectProblems(page),
    async goto(path) {
      await page.goto(api() + path, { waitUntil: 'load' });
    },
    async navigateBy(step) {
      await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), step()]);
    },
    async type(text) {
      await page.waitForFunction("document.activeElement?.matches('input, textarea')");
      await page.keyboard.type(text);
    },
    text: (selector = 'main') => page.$eval(selector, (element) => element.textContent ?? ''),
    async waitForText(words, timeoutMs) {
      async function isShown() {
        // Reading the text fails while the browser is leaving the page.
        const shown = await tab.text().catch(() => '');
        return typeof words === 'string' ? shown.includes(words) : words.test(shown);
      }
      await eventually(`the page says ${words}`, isShown, timeoutMs);
    },
    checkAppearance: (name) => checkAppearance(page, name),
  };
  return tab;
}

/** A tab in which a user has signed in. */
export async function openSignedInTab(
  browser: Browser,
  { email, password }: { email: string; password: string },
): Promise<Tab> {
  const tab = await openTab(browser);
  await tab.goto('/sign-in');
  await tab.page.type('#email', email);
  await tab.page.type('#password', password);
  await tab.navigateBy(() => tab.page.keyboard.press('Enter'));
  return tab;
}

function collectProblems(page: Page): readonly string[] {
  const problems: string[] = [];
  const allowed = [api(), images(), images().replace('127.0.0.1', 'localhost'), 'data:', 'blob:'];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // Chromium logs every error status, and some tests provoke one on purpose.
    if (message.type() === 'error' && !message.text().includes('the server responded with a status of')) {
      problems.push(message.text());
    }
  });
  page.on('request', (request) => {
    if (!allowed.some((address) => request.url().startsWith(address))) problems.push(`requested ${request.url()}`);
  });
  return problems;
}

/** Of all scripts of a page of the dashboard, before compression. The API reference is a package of its own. */
const maxScriptBytes = 100 * 1024;
const scriptBytes =
  'performance.getEntriesByType("resource").filter(({ name }) => /\\/assets\\/.*\\.js$/.test(name)).reduce((sum, each) => sum + each.decodedBodySize, 0)';

/** What can be different in the dark: the rest of a page is the same. */
const colorRules = ['color-contrast', 'link-in-text-block'];

async function checkAppearance(page: Page, name: string): Promise<void> {
  if (takesScreenshots) mkdirSync(screenshotFolder, { recursive: true });
  expect(await page.evaluate(scriptBytes), `the scripts of ${name}`).toBeLessThan(maxScriptBytes);
  await page.evaluate(axe);
  for (const { name: view, viewport, scheme, fullPage } of views) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, reducedMotion]);
    await page.setViewport(viewport);
    if (takesScreenshots) await page.screenshot({ path: `${screenshotFolder}/${name}-${view}.png`, fullPage });
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, `${name} is wider than the screen of ${view}`).toBeLessThanOrEqual(0);
    const options = { resultTypes: ['violations'], ...(scheme === 'dark' && { runOnly: colorRules }) };
    const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
    const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(
      serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      `${name} in ${view}`,
    ).toEqual([]);
  }
  await page.emulateMediaFeatures([reducedMotion]);
  await page.setViewport(defaultViewport);
}
