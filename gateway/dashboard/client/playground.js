/** The playground: sends the form to the API, shows the result, and keeps the curl command up to date. */
import { applyLooks, showMissingFontNotes } from './brand.js';
import { highlight } from './code.js';
import { csrf } from './everyPage.js';
import { iconCurl, iconHtml, showIcons } from './icons.js';

const form = /** @type {HTMLFormElement} */ (document.querySelector('[data-playground]'));
const result = /** @type {HTMLElement} */ (document.querySelector('[data-result]'));
const state = /** @type {HTMLElement} */ (form.querySelector('[data-state]'));
const button = /** @type {HTMLButtonElement} */ (form.querySelector('button[type=submit]'));
const curl = document.getElementById('curl');
const html = document.getElementById('html');
const operation = form.dataset['playground'] ?? '';
const address = form.dataset['address'] ?? '';

/** @returns {(HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[]} */
function fields() {
  return [...form.querySelectorAll('input, select, textarea')].flatMap((field) =>
    field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement
      ? [field]
      : [],
  );
}

/**
 * People type `example.com`; the API wants a URL.
 * @param {string} text
 */
function completeUrl(text) {
  const typed = text.trim();
  return typed === '' || typed.includes('://') ? typed : `https://${typed}`;
}

/** @param {HTMLInputElement} box */
function isAsByDefault(box) {
  return box.checked === (box.dataset['default'] === 'true');
}

/**
 * The checked values of a list; undefined if the API has the same by default.
 * @param {string} name
 */
function chosen(name) {
  const boxes = fields().filter((field) => field instanceof HTMLInputElement && field.name === name);
  const inputs = /** @type {HTMLInputElement[]} */ (boxes);
  if (inputs.every(isAsByDefault)) return undefined;
  return inputs.filter((box) => box.checked).map((box) => box.value);
}

/**
 * The text of a field as JSON.
 * @param {HTMLElement & { name: string, value: string }} field
 */
function parse({ name, value }) {
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new SyntaxError(`The ${name} is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** The body of the API request. `data-json` of a field says how its value goes into it. */
function requestBody() {
  /** @type {Record<string, unknown>} */
  const body = {};
  for (const field of fields()) {
    const { name, value } = field;
    switch (field.dataset['json']) {
      case 'boolean':
        if (field instanceof HTMLInputElement && !isAsByDefault(field)) body[name] = field.checked;
        break;
      case 'list':
        if (chosen(name)) body[name] = chosen(name);
        break;
      case 'number':
        if (value) body[name] = Number(value);
        break;
      case 'json':
        if (value.trim()) body[name] = parse(field);
        break;
      case 'merge':
        if (value.trim()) Object.assign(body, parse(field));
        break;
      default:
        if (name && value) body[name] = name === 'url' ? completeUrl(value) : value;
    }
  }
  return body;
}

/** The address of this page with the form as it is, to come back to or to send to someone. A key is not part of it. */
function showState() {
  const query = new URLSearchParams();
  for (const field of fields()) {
    const { name, value } = field;
    if (!name || name === 'token') continue;
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      if (field.dataset['json'] === 'list') {
        if (field.checked && chosen(name)) query.append(name, value);
      } else if (!isAsByDefault(field)) query.set(name, String(field.checked));
    } else if (value.trim()) query.set(name, value);
  }
  history.replaceState(null, '', `${location.pathname}?${query}`);
}

/** @param {string} text */
function shellQuote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function showCurl() {
  if (!curl) return;
  if (operation === 'icon') {
    curl.textContent = iconCurl(form, address);
    if (html) html.textContent = iconHtml(form, address);
    return;
  }
  let body;
  try {
    // A command that works as it is shown, before anything is typed.
    body = JSON.stringify({ url: 'https://example.com', ...requestBody() });
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
    showProblem(error instanceof Error ? error.message : String(error));
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
  showState();
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
form.addEventListener('click', (event) => {
  const preset = event.target instanceof HTMLElement ? event.target.dataset['preset'] : undefined;
  const schema = form.elements.namedItem('schema');
  if (preset === undefined || !(schema instanceof HTMLTextAreaElement)) return;
  // The link does the same without a script, but forgets what else is in the form.
  event.preventDefault();
  schema.value = preset;
  showCurl();
});
showCurl();
