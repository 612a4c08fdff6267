/** On every page: copying, revealing, the theme, and pages that keep themselves up to date. */

/** The token that belongs to this session's forms. */
export function csrf() {
  return document.querySelector('meta[name=csrf]')?.getAttribute('content') ?? '';
}

/**
 * Tells for a moment on the button itself that something is done.
 * @param {HTMLElement} button
 * @param {string} words
 */
export function tell(button, words) {
  const label = button.querySelector('span') ?? button;
  const before = label.textContent;
  label.textContent = words;
  setTimeout(() => {
    label.textContent = before;
  }, 1_500);
}

/**
 * @param {HTMLElement} button
 * @param {string} text
 */
async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    tell(button, 'Copied');
  } catch {
    // Without TLS browsers have no clipboard for pages: the text is selected instead.
    const code = button.parentElement?.querySelector('code');
    if (code) getSelection()?.selectAllChildren(code);
    tell(button, 'Selected');
  }
}

/**
 * @param {string} name
 * @param {Blob} content
 */
export function saveFile(name, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken it by the next turn at the latest.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : undefined;
  if (!button) return;
  const { copy: text, copyFrom, save, text: saved, reveal, themeToggle } = button.dataset;
  if (text !== undefined) void copy(button, text);
  if (copyFrom !== undefined) void copy(button, document.getElementById(copyFrom)?.textContent ?? '');
  if (save !== undefined) {
    saveFile(save, new Blob([saved ?? ''], { type: 'text/plain' }));
    tell(button, 'Saved');
  }
  if (reveal !== undefined) {
    const code = button.parentElement?.querySelector('code');
    if (code?.dataset['secret']) code.textContent = code.dataset['secret'];
    button.remove();
  }
  if (themeToggle !== undefined) switchTheme();
});

function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset['theme']
    ? root.dataset['theme'] === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = dark ? 'light' : 'dark';
  root.dataset['theme'] = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the newer API is not everywhere, and the server reads this one.
  document.cookie = `sightread_theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  document.dispatchEvent(new CustomEvent('themechange'));
}

document.addEventListener('change', (event) => {
  if (event.target instanceof HTMLSelectElement && event.target.dataset['submit'] !== undefined) {
    event.target.form?.requestSubmit();
  }
});

// A key that was just made must not be made again by reloading the page.
if (document.querySelector('[data-made]')) history.replaceState(null, '', location.pathname);

/** Fetches this page again and puts its live parts in the place of the old ones. */
async function refresh() {
  const main = document.getElementById('main');
  const everyMs = Number(main?.dataset['refresh']);
  if (!main || !everyMs) return;
  await new Promise((resolve) => setTimeout(resolve, everyMs));
  if (document.visibilityState === 'visible') {
    try {
      const response = await fetch(location.href, { headers: { accept: 'text/html' } });
      if (response.redirected) {
        location.reload();
        return;
      }
      if (response.ok) replaceLive(main, new DOMParser().parseFromString(await response.text(), 'text/html'));
    } catch {
      // The next look may work.
    }
  }
  void refresh();
}

/**
 * @param {HTMLElement} main
 * @param {Document} fresh
 */
function replaceLive(main, fresh) {
  const next = fresh.getElementById('main');
  if (!next) return;
  const everyMs = next.dataset['refresh'];
  if (everyMs) main.dataset['refresh'] = everyMs;
  else delete main.dataset['refresh'];
  for (const old of main.querySelectorAll('[data-live]')) {
    const same = next.querySelector(`[data-live="${old.getAttribute('data-live')}"]`);
    // What somebody is using stays as it is until the next time.
    if (!same || same.isEqualNode(old) || old.contains(document.activeElement)) continue;
    if (old instanceof HTMLDetailsElement && same instanceof HTMLDetailsElement) same.open = old.open;
    old.replaceWith(same);
  }
  const banner = next.querySelector('[data-live=banner]');
  if (banner && !main.querySelector('[data-live=banner]')) main.prepend(banner);
  document.dispatchEvent(new CustomEvent('refreshed'));
}

void refresh();
