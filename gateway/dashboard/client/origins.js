/** The origins editor: explains each line while the visitor types, and whether the tried origin would be allowed. */
import { csrf } from './everyPage.js';

const editor = /** @type {HTMLElement | null} */ (document.querySelector('[data-origins]'));
const entries = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('entries'));
const tried = /** @type {HTMLInputElement | null} */ (document.getElementById('try'));

const debounceMs = 200;
let timer = 0;
/** @type {AbortController | undefined} */
let pendingRequest;

async function check() {
  const url = editor?.dataset['origins'];
  if (!url || !entries || !tried) return;
  pendingRequest?.abort();
  pendingRequest = new AbortController();
  try {
    const body = new URLSearchParams({ csrf: csrf(), entries: entries.value, try: tried.value });
    const response = await fetch(url, {
      method: 'POST',
      body,
      signal: pendingRequest.signal,
      headers: { accept: 'text/html' },
    });
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const selector of ['[data-checks]', '[data-tried]']) {
      document.querySelector(selector)?.replaceChildren(...(fresh.querySelector(selector)?.childNodes ?? []));
    }
  } catch {
    // Aborted because the visitor typed on, or failed; the next input checks again.
  }
}

for (const field of [entries, tried]) {
  field?.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(check, debounceMs);
  });
}
