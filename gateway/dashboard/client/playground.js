/** The playground: sends the form to the API, shows the result, and keeps the curl command up to date. */
import { applyLooks, showMissingFontNotes } from './brand.js';
import { highlight } from './code.js';
import { csrf } from './everyPage.js';
import { iconCurl, showIcons } from './icons.js';

const form = /** @type {HTMLFormElement} */ (document.querySelector('[data-playground]'));
const result = /** @type {HTMLElement} */ (document.querySelector('[data-result]'));
const state = /** @type {HTMLElement} */ (form.querySelector('[data-state]'));
const button = /** @type {HTMLButtonElement} */ (form.querySelector('button[type=submit]'));
const curl = document.getElementById('curl');
const operation = form.dataset['playground'] ?? '';
const address = form.dataset['address'] ?? '';

/** The body of the API request. `data-json` of a field says how its value goes into it. */
function requestBody() {
  /** @type {Record<string, unknown>} */
  const body = {};
  for (const field of form.querySelectorAll('input, select, textarea')) {
    if (
      !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement)
    )
      continue;
    const { name, value } = field;
    switch (field.dataset['json']) {
      case 'boolean':
        if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) body[name] = field.checked;
        break;
      case 'list':
        if (field instanceof HTMLInputElement && field.checked)
          body[name] = [.../** @type {string[]} */ (body[name] ?? []), value];
        break;
      case 'object':
        if (value.trim()) body[name] = JSON.parse(value);
        break;
      default:
        if (name && value) body[name] = value;
    }
  }
  return body;
}

/** @param {string} text */
function shellQuote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function showCurl() {
  if (!curl) return;
  if (operation === 'icon') {
    curl.textContent = iconCurl(form, address);
    return;
  }
  let body;
  try {
    body = JSON.stringify(requestBody());
  } catch {
    body = '…';
  }
  curl.textContent = [
    `curl ${address}`,
    `  -H "Authorization: Bearer $SIGHTREAD_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${shellQuote(body)}`,
  ].join(' \\\n');
}

/** @param {string} text */
function showProblem(text) {
  const line = document.createElement('p');
  line.className = 'problem';
  line.textContent = text;
  result.replaceChildren(line);
}

async function runOperation() {
  let body;
  try {
    body = JSON.stringify(requestBody());
  } catch (error) {
    showProblem(`The schema is not valid JSON: ${error instanceof Error ? error.message : error}`);
    return;
  }
  const response = await fetch(`/playground/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf(), accept: 'text/html' },
    body,
  });
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  applyLooks(fresh.body);
  result.replaceChildren(...fresh.body.childNodes);
  highlight(result);
  await showMissingFontNotes(result);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const startedAt = performance.now();
  button.disabled = true;
  state.textContent = 'Working…';
  result.setAttribute('aria-busy', 'true');
  try {
    if (operation === 'icon') await showIcons(form, address, result);
    else await runOperation();
    state.textContent = `Done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  } catch {
    state.textContent = '';
    showProblem('There was no answer. Is the service running?');
  }
  result.hidden = false;
  result.removeAttribute('aria-busy');
  button.disabled = false;
});
form.addEventListener('input', showCurl);
showCurl();
