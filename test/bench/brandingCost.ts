/** The time of a brand analysis compared with a plain visit, and the memory over two hundred analyses. */
import puppeteer from 'puppeteer';
import { processTree, processTreeMemoryBytes } from '../../activities/egress/processTree.ts';
import { createBrandAnalyzer } from '../activities/branding/support/analyzer.ts';
import { fixtureSites } from '../activities/branding/support/fixtureSites.ts';
import { type Site, serveFolder } from '../activities/branding/support/staticSite.ts';
import { chromiumPath } from '../activities/egress/testBrowser.ts';
import { median } from './median.ts';
import { msOf } from './timing.ts';

const rounds = 5;
const analyses = 200;

export async function benchBrandingCost(): Promise<void> {
  const sites = await Promise.all(fixtureSites().map(({ folder }) => serveFolder(folder)));
  try {
    await measureTime(sites);
    await measureMemory(sites);
  } finally {
    await Promise.all(sites.map((site) => site.close()));
  }
}

/** The two kinds of visit alternate, so that other work on the machine affects both alike. */
async function measureTime(sites: readonly Site[]): Promise<void> {
  const args = ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'];
  const browser = await puppeteer.launch({ executablePath: chromiumPath, pipe: true, args });
  const analyzer = await createBrandAnalyzer(1);
  const plain: number[] = [];
  const analyzed: number[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const { url } of sites) {
        const visit = await msOf(async () => {
          const context = await browser.createBrowserContext();
          const page = await context.newPage();
          await page.setViewport({ width: 1_440, height: 900 });
          await page.goto(`${url}/`, { waitUntil: 'networkidle0' });
          await context.close();
        });
        const analysis = await msOf(() => analyzer.analyze(`${url}/`));
        // The first round warms up both.
        if (round > 0) plain.push(visit);
        if (round > 0) analyzed.push(analysis);
      }
    }
  } finally {
    await browser.close();
    await analyzer.close();
  }
  const [plainMs, analyzedMs] = [Math.round(median(plain)), Math.round(median(analyzed))];
  const allowedMs = 1.5 * plainMs + 300;
  console.log(`visit to network-idle ${plainMs} ms, analysis ${analyzedMs} ms (allowed ${allowedMs} ms)`);
  if (analyzedMs > allowedMs) process.exitCode = 1;
}

async function measureMemory(sites: readonly Site[]): Promise<void> {
  const analyzer = await createBrandAnalyzer(1);
  try {
    for (let done = 1; done <= analyses; done += 1) {
      const { url } = sites[done % sites.length] ?? { url: '' };
      await analyzer.analyze(`${url}/`);
      if (done % 25 !== 0) continue;
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      console.log(
        `after ${String(done).padStart(3)}: own ${mb(rss)} MB (heap ${mb(heapUsed)}), Chromium ${mb(await childrenMemory())} MB`,
      );
    }
  } finally {
    await analyzer.close();
  }
}

/** The largest memory among the descendants of this process, which is that of the browser. */
async function childrenMemory(): Promise<number> {
  const [, ...children] = await processTree(process.pid);
  const sizes = await Promise.all(children.map((pid) => processTreeMemoryBytes(pid)));
  return Math.max(0, ...sizes);
}

function mb(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
