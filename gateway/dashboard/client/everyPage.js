/** On every page: copy and reveal buttons, the theme, and the refresh of live parts. */

/** The CSRF token of this session. */
export function csrf() {
  return document.querySelector('meta[name=csrf]')?.getAttribute('content') ?? '';
}

/**
 * Shows a text on the button for a moment.
 * @param {HTMLElement} button
 * @param {string} text
 */
export function flashLabel(button, text) {
  const label = button.querySelector('span') ?? button;
  const before = label.textContent;
  label.textContent = text;
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
    flashLabel(button, 'Copied');
  } catch {
    // Browsers offer no clipboard to pages without TLS: the text is selected instead.
    const code = button.parentElement?.querySelector('code');
    if (code) getSelection()?.selectAllChildren(code);
    flashLabel(button, code ? 'Selected' : 'Not copied');
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
  // The browser has read the blob long before this.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : undefined;
  if (!button) return;
  const { copy: text, copyFrom, save, saveFrom, reveal, themeToggle } = button.dataset;
  if (text !== undefined) void copy(button, text);
  if (copyFrom !== undefined) void copy(button, document.getElementById(copyFrom)?.textContent ?? '');
  if (save !== undefined) {
    const saved = document.getElementById(saveFrom ?? '')?.textContent ?? '';
    saveFile(save, new Blob([saved], { type: 'text/plain' }));
    flashLabel(button, 'Saved');
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
  const isDark = root.dataset['theme']
    ? root.dataset['theme'] === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = isDark ? 'light' : 'dark';
  root.dataset['theme'] = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API.
  document.cookie = `sightread_theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  document.dispatchEvent(new CustomEvent('themechange'));
}

document.addEventListener('change', (event) => {
  if (event.target instanceof HTMLSelectElement && event.target.dataset['submit'] !== undefined) {
    event.target.form?.requestSubmit();
  }
});

// Without this, reloading the page after creating a key would submit the form again and create another key.
if (document.querySelector('[data-made]')) history.replaceState(null, '', location.pathname);

/** Fetches this page again after a while and replaces its live parts, over and over. */
async function refresh() {
  const main = document.getElementById('main');
  const intervalMs = Number(main?.dataset['refresh']);
  if (!main || !intervalMs) return;
  await new Promise((resolve) => setTimeout(resolve, intervalMs));
  if (document.visibilityState === 'visible') {
    try {
      const response = await fetch(location.href, { headers: { accept: 'text/html' } });
      if (response.redirected) {
        location.reload();
        return;
      }
      if (response.ok) replaceLive(main, new DOMParser().parseFromString(await response.text(), 'text/html'));
    } catch {
      // The next refresh may succeed.
    }
  }
  void refresh();
}

/**
 * @param {HTMLElement} main
 * @param {Document} fresh
 */
function replaceLive(main, fresh) {
  const freshMain = fresh.getElementById('main');
  if (!freshMain) return;
  const intervalMs = freshMain.dataset['refresh'];
  if (intervalMs) main.dataset['refresh'] = intervalMs;
  else delete main.dataset['refresh'];
  for (const old of main.querySelectorAll('[data-live]')) {
    const replacement = freshMain.querySelector(`[data-live="${old.getAttribute('data-live')}"]`);
    // A part that has the focus is not replaced until the visitor has left it.
    if (!replacement || replacement.isEqualNode(old) || old.contains(document.activeElement)) continue;
    if (old instanceof HTMLDetailsElement && replacement instanceof HTMLDetailsElement) replacement.open = old.open;
    old.replaceWith(replacement);
  }
  const banner = freshMain.querySelector('[data-live=banner]');
  if (banner && !main.querySelector('[data-live=banner]')) main.prepend(banner);
  document.dispatchEvent(new CustomEvent('refreshed'));
}

void refresh();

// On a phone the tabs are wider than the page, and the last ones would be out of sight.
document.querySelector('.tabs [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
