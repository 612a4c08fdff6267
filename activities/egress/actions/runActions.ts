import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer';
import { withoutCredentials } from '../../../contracts/egress/url.ts';
import { Failure } from '../../../contracts/failures.ts';
import { parseUrl } from '../../../contracts/parseUrl.ts';
import { type Action, maxWaitMs } from '../../../contracts/requests/actions.ts';
import type { ActionResults } from '../../../contracts/results/actions.ts';
import type { Progress } from '../browserPool.ts';
import { hasNavigated } from '../rendering/isolatedWorlds.ts';
import { type Screenshot, takeScreenshot } from '../screenshot.ts';
import type { Traffic } from '../traffic.ts';
import { waitUntilLoaded } from '../waitUntilStable.ts';
import { ActionProblem } from './actionProblem.ts';
import { executeJavascript } from './executeJavascript.ts';
import { click, press, scroll, wait, write } from './interactions.ts';

/** What the actions have given, before its files are stored. */
export type TakenResults = Pick<ActionResults, 'scrapes' | 'javascriptReturns'> & {
  screenshots: Screenshot[];
  pdfs: Buffer[];
};

export interface ActionTools {
  page: Page;
  traffic: Traffic;
  progress: Progress;
  /** When the page has to be ready to be read. */
  until: number;
  html(): Promise<string>;
  /** The failure behind a page that shows an error of the browser. */
  navigationFailure(): unknown;
}

/** Of what a page's actions give, together: texts, … */
const maxTextLength = 10 << 20;
/** … and files. */
const maxFileBytes = 50 << 20;
/** Of what one script returns, as JSON. */
const maxReturnLength = 1 << 20;

/** After an action that may have changed something: until its requests have begun, … */
const reactionMs = 50;
/** … and have ended, or take longer than an action waits for. */
const quietMs = 100;
const maxQuietMs = 2_000;
/** A page that navigates just then is tried again. */
const maxAttempts = 3;

/** Does one action after the other. A failure names the action by its place in the list. */
export async function runActions(actions: readonly Action[], tools: ActionTools): Promise<TakenResults> {
  const results: TakenResults = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };
  const perform = createPerform(tools, results);
  for (const [index, action] of actions.entries()) {
    const name = `\`actions[${index}]\` (${action.type})`;
    tools.progress.enter(`running ${name}`);
    try {
      await perform(action);
      checkSizes(results);
    } catch (error) {
      throw failureOf(error, name, tools.page);
    }
  }
  return results;
}

function createPerform(tools: ActionTools, results: TakenResults) {
  const { page, traffic, until } = tools;
  let waitedMs = 0;

  async function timedWait(action: Extract<Action, { type: 'wait' }>): Promise<void> {
    const startedAt = Date.now();
    await wait(page, action, Math.min(maxWaitMs - waitedMs, until - startedAt));
    waitedMs += Date.now() - startedAt;
  }

  /** Waits for what an action has set off, such as the page that a link leads to. */
  async function settle(): Promise<void> {
    await sleep(reactionMs);
    await traffic.idle(quietMs, Math.min(until, Date.now() + maxQuietMs));
    await waitUntilLoaded(page, Math.min(until, Date.now() + maxQuietMs));
    if (page.url().startsWith('chrome-error:')) throw tools.navigationFailure();
  }

  /** Again, if the page navigates just then: such an action only looks at it. */
  async function whenSettled<Result>(look: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await look();
      } catch (error) {
        if (attempt === maxAttempts || !hasNavigated(error)) throw error;
        await settle();
      }
    }
  }

  async function screenshot({ fullPage = false, quality, viewport }: Extract<Action, { type: 'screenshot' }>) {
    const before = page.viewport();
    if (viewport) await page.setViewport({ ...before, ...viewport });
    const taken = await takeScreenshot(page, { fullPage, ...(quality !== undefined && { quality }) });
    if (viewport) await page.setViewport(before);
    return taken;
  }

  async function pdf({ format = 'Letter', landscape = false, scale = 1 }: Extract<Action, { type: 'pdf' }>) {
    const printed = await page.pdf({
      format,
      landscape,
      scale,
      printBackground: true,
      timeout: Math.max(1, until - Date.now()),
    });
    return Buffer.from(printed);
  }

  return async (action: Action): Promise<void> => {
    switch (action.type) {
      case 'wait':
        await timedWait(action);
        break;
      case 'click':
        await whenSettled(() => click(page, action));
        await settle();
        break;
      case 'write':
        await write(page, action);
        await settle();
        break;
      case 'press':
        await press(page, action);
        await settle();
        break;
      case 'executeJavascript':
        results.javascriptReturns.push(await executeJavascript(page, action.script, maxReturnLength));
        await settle();
        break;
      case 'scroll':
        await whenSettled(() => scroll(page, action));
        await settle();
        break;
      case 'screenshot':
        results.screenshots.push(await whenSettled(() => screenshot(action)));
        break;
      case 'scrape':
        results.scrapes.push({ url: shownUrl(page), html: await tools.html() });
        break;
      case 'pdf':
        results.pdfs.push(await whenSettled(() => pdf(action)));
        break;
    }
  };
}

function shownUrl(page: Page): string {
  const url = parseUrl(page.url());
  return url ? withoutCredentials(url) : '';
}

function checkSizes({ screenshots, pdfs, scrapes, javascriptReturns }: TakenResults): void {
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
  const fileBytes = sum([...screenshots.map(({ bytes }) => bytes.length), ...pdfs.map(({ length }) => length)]);
  if (fileBytes > maxFileBytes)
    throw new ActionProblem(`the screenshots and PDFs of the page are larger than ${maxFileBytes >> 20} MiB in all`);
  const texts = [
    ...scrapes.map(({ html }) => html.length),
    ...javascriptReturns.map(({ value }) => JSON.stringify(value).length),
  ];
  if (sum(texts) > maxTextLength)
    throw new ActionProblem(`the scrapes and returned values are larger than ${maxTextLength >> 20} MiB in all`);
}

/** A browser that is gone is not the fault of the action. */
function failureOf(error: unknown, name: string, page: Page): unknown {
  if (error instanceof Failure) return new Failure(error.kind, `${name}: ${error.message}`, { cause: error });
  if (error instanceof ActionProblem) return new Failure('ActionFailed', `${name}: ${error.message}.`);
  if (page.isClosed() || !page.browser().connected || !(error instanceof Error)) return error;
  if (hasNavigated(error)) return new Failure('ActionFailed', `${name}: the page went elsewhere meanwhile.`);
  const [reason = ''] = error.message.split('\n', 1);
  return new Failure('ActionFailed', `${name}: ${reason}`, { cause: error });
}
