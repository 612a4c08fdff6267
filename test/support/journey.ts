/** What journeys through the dashboard have in common: a browser, a new user, and a tab without problems. */
import type { Browser } from 'puppeteer';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { newUser, type User } from './accounts.ts';
import { openBrowser, openSignedInTab, openTab, type Tab } from './browser.ts';

interface Journey {
  readonly user: User;
  readonly tab: Tab;
  /** Submits a form by its button, and waits for the page after it. */
  submit(form: string): Promise<void>;
}

/** To be called inside `describe`; what it returns can be used inside its tests. */
export function setUpJourney({ plan = 'small', isSignedIn = true } = {}): Journey {
  let browser: Browser | undefined;
  let user: User | undefined;
  let tab: Tab | undefined;
  beforeAll(async () => {
    [browser, user] = await Promise.all([openBrowser(), newUser(plan)]);
    tab = isSignedIn ? await openSignedInTab(browser, user) : await openTab(browser);
  });
  afterAll(() => browser?.close());
  afterEach(() => expect(tab?.problems).toEqual([]));
  return {
    get user() {
      return started(user);
    },
    get tab() {
      return started(tab);
    },
    submit: (form) => started(tab).navigateBy(() => started(tab).page.click(`${form} button[type=submit]`)),
  };
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the journey has not started');
  return part;
}
