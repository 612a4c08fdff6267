/** What an analysis costs beside a plain visit, and whether two hundred of them leave anything behind. */
import puppeteer from 'puppeteer';
import { processTree, processTreeMemoryBytes } from '../../activities/egress/processTree.ts';
import { createBrandAnalyzer } from '../activities/branding/support/analyzer.ts';
import { fixtureSites } from '../activities/branding/support/fixtureSites.ts';
import { type Site, serveFolder } from '../activities/branding/support/staticSite.ts';
import { chromiumPath } from '../activities/egress/testBrowser.ts';

const rounds = 5;
const analyses = 200;

export async function benchBrandingCost(): Promise<void> {
  const sites = await Promise.all(fixtureSites().map(({ folder }) => serveFolder(folder)));
  try {
    await speed(sites);
    await memory(sites);
  } finally {
    await Promise.all(sites.map((site) => site.close()));
  }
}

/** Medians, the two kinds of visit in turns so that both see the same machine. */
async function speed(sites: readonly Site[]): Promise<void> {
  const args = ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'];
  const browser = await puppeteer.launch({ executablePath: chromiumPath, pipe: true, args });
  const analyst = await createBrandAnalyzer(1);
  const plain: number[] = [];
  const analysed: number[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const { url } of sites) {
        const visit = await timed(async () => {
          const context = await browser.createBrowserContext();
          const page = await context.newPage();
          await page.setViewport({ width: 1_440, height: 900 });
          await page.goto(`${url}/`, { waitUntil: 'networkidle0' });
          await context.close();
        });
        const analysis = await timed(() => analyst.analyze(`${url}/`));
        // The first round warms both up.
        if (round > 0) plain.push(visit);
        if (round > 0) analysed.push(analysis);
      }
    }
  } finally {
    await browser.close();
    await analyst.close();
  }
  const allowed = 1.5 * median(plain) + 300;
  console.log(`visit to network-idle ${median(plain)} ms, analysis ${median(analysed)} ms (allowed ${allowed} ms)`);
}

async function memory(sites: readonly Site[]): Promise<void> {
  const analyst = await createBrandAnalyzer(1);
  try {
    for (let done = 1; done <= analyses; done += 1) {
      const { url } = sites[done % sites.length] ?? { url: '' };
      await analyst.analyze(`${url}/`);
      if (done % 25 !== 0) continue;
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      console.log(
        `after ${String(done).padStart(3)}: own ${mb(rss)} MB (heap ${mb(heapUsed)}), Chromium ${mb(await childrenMemory())} MB`,
      );
    }
  } finally {
    await analyst.close();
  }
}

/** Of everything that this process has started. */
async function childrenMemory(): Promise<number> {
  const [, ...children] = await processTree(process.pid);
  const sizes = await Promise.all(children.map((pid) => processTreeMemoryBytes(pid)));
  return Math.max(0, ...sizes);
}

async function timed(step: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await step();
  return performance.now() - started;
}
function median(values: readonly number[]): number {
  return Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
}
function mb(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
