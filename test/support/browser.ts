/** A person's browser, and what we look at on every page it opens. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { expect, inject } from 'vitest';
import { api, images } from './client.ts';
import { eventually } from './eventually.ts';

const artefacts = 'test/artefacts/dashboard';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const views = [
  { name: 'desktop-light', width: 1280, height: 900, scheme: 'light' },
  { name: 'desktop-dark', width: 1280, height: 900, scheme: 'dark' },
  { name: 'phone-light', width: 390, height: 844, scheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, scheme: 'dark' },
] as const;

export async function openBrowser(): Promise<Browser> {
  const chromium = inject('env')['CHROMIUM_PATH'] ?? 'chromium';
  return puppeteer.launch({
    executablePath: chromium.includes('/') ? chromium : execFileSync('which', [chromium]).toString().trim(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

export interface Tab {
  page: Page;
  /** What went wrong on its pages: errors in the console, requests to other hosts. */
  problems: string[];
  goto(path: string): Promise<void>;
  /** Does something that leads to another page. */
  navigateBy(step: () => Promise<unknown>): Promise<void>;
  text(selector?: string): Promise<string>;
  waitForText(words: string | RegExp, limitMs?: number): Promise<void>;
  /** Screenshots of this page in all views, with the checks that hold in each. */
  checkAppearance(name: string): Promise<void>;
}

export async function openTab(browser: Browser): Promise<Tab> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  const complaints: string[] = [];
  const ours = [api(), images(), images().replace('127.0.0.1', 'localhost'), 'data:', 'blob:'];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // An answer that refuses something is what some tests are after.
    if (message.type() === 'error' && !message.text().includes('the server responded with a status of')) {
      complaints.push(message.text());
    }
  });
  page.on('request', (request) => {
    if (!ours.some((address) => request.url().startsWith(address))) complaints.push(`asked ${request.url()}`);
  });
  mkdirSync(artefacts, { recursive: true });

  const tab: Tab = {
    page,
    problems: complaints,
    async goto(path) {
      await page.goto(api() + path, { waitUntil: 'load' });
    },
    async navigateBy(step) {
      await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), step()]);
    },
    text: (selector = 'main') => page.$eval(selector, (element) => element.textContent ?? ''),
    async waitForText(words, limitMs = 30_000) {
      async function there() {
        // A page that is just being left has no text to read.
        const shown = await tab.text().catch(() => '');
        return typeof words === 'string' ? shown.includes(words) : words.test(shown);
      }
      await eventually(`the page says ${words}`, there, limitMs);
    },
    async checkAppearance(name) {
      for (const { name: view, width, height, scheme } of views) {
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: scheme },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ]);
        await page.setViewport({ width, height });
        await page.screenshot({ path: `${artefacts}/${name}-${view}.png`, fullPage: width > 1000 });
        const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(wider, `${name} is wider than the screen of ${view}`).toBeLessThanOrEqual(0);
        await page.evaluate(axe);
        const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults;
        const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        expect(
          serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          `${name} in ${view}`,
        ).toEqual([]);
      }
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
      await page.setViewport({ width: 1280, height: 900 });
    },
  };
  return tab;
}
