import { setTimeout as sleep } from 'node:timers/promises';
import type { ElementHandle, KeyInput, Page } from 'puppeteer';
import type { Action } from '../../../contracts/requests/actions.ts';
import { hasNavigated } from '../rendering/isolatedWorlds.ts';
import { ActionProblem, quoted, selectorProblem } from './actionProblem.ts';

type ActionOf<Type extends Action['type']> = Extract<Action, { type: Type }>;

const maxClickedElements = 100;

/** Waits, for an element at most that long. */
export async function wait(page: Page, action: ActionOf<'wait'>, maxMs: number): Promise<void> {
  const { milliseconds, selector } = action;
  if (selector === undefined) return void (await sleep(Math.min(milliseconds ?? 0, Math.max(0, maxMs))));
  // The wait itself takes what is no selector for one that matches nothing yet.
  await page.$(selector).catch((error: unknown) => {
    if (!hasNavigated(error)) throw selectorProblem(error, selector);
  });
  // A timeout of 0 would be none.
  const found = page.waitForSelector(selector, { timeout: Math.max(1, maxMs) });
  await found.catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
    throw new ActionProblem(`nothing on the page matched ${quoted(selector)} within ${Math.round(maxMs / 1_000)} s`);
  });
}

export async function click(page: Page, { selector, all = false }: ActionOf<'click'>): Promise<void> {
  const found = await page.$$(selector).catch((error: unknown) => {
    throw selectorProblem(error, selector);
  });
  if (found.length === 0)
    throw new ActionProblem(
      `nothing on the page matches ${quoted(selector)}; a wait with this selector before it waits until it is there`,
    );
  let isClicked = false;
  for (const element of all ? found.slice(0, maxClickedElements) : found.slice(0, 1))
    isClicked = (await clickOn(element)) || isClicked;
  if (!isClicked) throw new ActionProblem(`what matches ${quoted(selector)} is not visible, so it cannot be clicked`);
}

/** False for an element that has no place on the page, or no longer. */
async function clickOn(element: ElementHandle): Promise<boolean> {
  try {
    await element.click();
    return true;
  } catch (error) {
    if (hasNavigated(error)) return true;
    if (error instanceof Error && /not clickable|not visible|detached/i.test(error.message)) return false;
    throw error;
  }
}

export async function write(page: Page, { text }: ActionOf<'write'>): Promise<void> {
  if (!(await page.evaluate('document.activeElement !== null && document.activeElement !== document.body')))
    throw new ActionProblem('no field has the focus; click on the one to write into before');
  await page.keyboard.type(text);
}

export async function press(page: Page, { key }: ActionOf<'press'>): Promise<void> {
  await page.keyboard.press(key as KeyInput).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.startsWith('Unknown key')) throw error;
    throw new ActionProblem(`${quoted(key)} is not a key; Enter, Tab, Escape, ArrowDown and a are`);
  });
}

export async function scroll(page: Page, { direction = 'down', selector }: ActionOf<'scroll'>): Promise<void> {
  const sign = direction === 'up' ? -1 : 1;
  if (selector === undefined) return void (await page.evaluate(`window.scrollBy(0, ${sign} * window.innerHeight)`));
  const scrolling = page.evaluate(`{
    const element = document.querySelector(${JSON.stringify(selector)});
    element?.scrollBy(0, ${sign} * element.clientHeight);
    element !== null;
  }`);
  const isFound = await scrolling.catch((error: unknown) => {
    throw selectorProblem(error, selector);
  });
  if (!isFound) throw new ActionProblem(`nothing on the page matches ${quoted(selector)}`);
}
