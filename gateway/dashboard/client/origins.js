/** The origins editor: says while somebody types what each line means, and what an origin would be told. */
import { csrf } from './everyPage.js';

const editor = /** @type {HTMLElement | null} */ (document.querySelector('[data-origins]'));
const entries = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('entries'));
const tried = /** @type {HTMLInputElement | null} */ (document.getElementById('try'));

const pauseMs = 200;
let timer = 0;
/** @type {AbortController | undefined} */
let asking;

async function check() {
  const url = editor?.dataset['origins'];
  if (!url || !entries || !tried) return;
  asking?.abort();
  asking = new AbortController();
  try {
    const body = new URLSearchParams({ csrf: csrf(), entries: entries.value, try: tried.value });
    const response = await fetch(url, {
      method: 'POST',
      body,
      signal: asking.signal,
      headers: { accept: 'text/html' },
    });
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const part of ['[data-checks]', '[data-tried]']) {
      document.querySelector(part)?.replaceChildren(...(fresh.querySelector(part)?.childNodes ?? []));
    }
  } catch {
    // Another letter was typed meanwhile, or the next try works.
  }
}

for (const field of [entries, tried]) {
  field?.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(check, pauseMs);
  });
}
