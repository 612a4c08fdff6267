import type { ConsentVendor } from '../consentVendors.ts';
import { page, shadowRootOf } from './unclobbered.ts';

/** For the dialog to close after its button was clicked. */
const closeTimeoutMs = 500;
const pollIntervalMs = 50;

/** Refuses consent where one click does that, hides what is left of the dialogs, and lets the page scroll again. */
export async function dismissConsent(vendors: readonly ConsentVendor[]): Promise<void> {
  for (const vendor of vendors) {
    const dialogs = dialogsOf(vendor);
    if (dialogs.length === 0) continue;
    if (dialogs.some(isVisible) && clickReject(vendor, dialogs)) await waitUntilClosed(dialogs);
    for (const dialog of dialogs) dialog.style.setProperty('display', 'none', 'important');
    restoreScrolling();
  }
}

function dialogsOf({ ids = [], idPrefixes = [], classes = [] }: ConsentVendor): HTMLElement[] {
  const selectors = [
    ...ids.map((id) => `#${id}`),
    ...idPrefixes.map((prefix) => `[id^="${prefix}"]`),
    ...classes.map((name) => `.${name}`),
  ];
  return [...page.querySelectorAll(selectors.join())].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && !element.matches('html, body, main, article'),
  );
}

function isVisible(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true });
}

function clickReject({ rejectButtons = [] }: ConsentVendor, dialogs: readonly HTMLElement[]): boolean {
  const roots = [page, ...dialogs.map(shadowRootOf)];
  for (const selector of rejectButtons)
    for (const root of roots)
      for (const button of root?.querySelectorAll(selector) ?? []) {
        if (!(button instanceof HTMLElement) || !isVisible(button)) continue;
        button.click();
        return true;
      }
  return false;
}

async function waitUntilClosed(dialogs: readonly HTMLElement[]): Promise<void> {
  for (let waitedMs = 0; waitedMs < closeTimeoutMs && dialogs.some(isVisible); waitedMs += pollIntervalMs)
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
}

/** Dialogs keep the page from scrolling, and some fix its body in place. */
function restoreScrolling(): void {
  for (const element of [page.documentElement, page.body]) {
    const { overflowY, position } = getComputedStyle(element);
    if (overflowY === 'hidden') element.style.setProperty('overflow', 'visible', 'important');
    if (position === 'fixed') element.style.setProperty('position', 'static', 'important');
  }
}
