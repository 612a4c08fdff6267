/** The search on the Icons page: shows what is found while the visitor types. Without this script, the form does it. */

/** Somebody who types is faster than this from letter to letter. */
const pauseMs = 180;

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('[data-name-search]'));
const field = /** @type {HTMLInputElement | null} */ (form?.elements.namedItem('q') ?? null);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;
/** @type {AbortController | undefined} */
let running;

/** @param {string} typed */
async function showFound(typed) {
  running?.abort();
  running = new AbortController();
  const address = typed ? `/icons?q=${encodeURIComponent(typed)}` : '/icons';
  const response = await fetch(address, { headers: { accept: 'text/html' }, signal: running.signal });
  // A whole domain leads to its own page, which is for the visitor to open.
  if (!response.ok || response.redirected) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-found]');
  if (!fresh) return;
  document.querySelector('[data-found]')?.replaceWith(fresh);
  history.replaceState(null, '', address);
}

field?.addEventListener('input', () => {
  clearTimeout(pause);
  pause = setTimeout(() => {
    // A search that fails leaves what is there, and Enter still submits the form.
    showFound(field.value.trim()).catch(() => {});
  }, pauseMs);
});
