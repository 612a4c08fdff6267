import type { PageDocument } from './document.ts';
import { findFirst, following, type PageElement } from './tree/nodes.ts';

/** A page with at least this much text was rendered by its server. */
const minServerText = 600;
const maxEmptyText = 80;
/** Text below a mount point, such as "Loading…", up to which it counts as empty. */
const maxMountText = 50;

/** Fewer empty custom elements than this are the widgets of an ordinary page. */
const minCustomElements = 3;
/** Looking into each of many nested elements would take quadratic time. */
const maxCustomElements = 50;

const mountIds =
  /^(?:root|app|__next|__nuxt|__layout|___gatsby|react-root|app-root|main-app|application|app-mount|mount|q-app|svelte|vue-app|ember-app|spa|reactroot|wrapper-app|outlet|shell)$/i;
const mountNames = new Set(['app-root', 'app', 'my-app', 'ng-app', 'router-outlet', 'ion-app', 'flutter-view']);
const nonTextNames = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'head',
  'title',
  'iframe',
  'select',
  'textarea',
]);

function isMountPoint({ name, attribs }: PageElement): boolean {
  return (
    mountIds.test(attribs['id'] ?? '') ||
    mountNames.has(name) ||
    attribs['data-reactroot'] !== undefined ||
    attribs['ng-app'] !== undefined ||
    attribs['ng-version'] !== undefined ||
    attribs['data-server-rendered'] !== undefined
  );
}

function asksForJavaScript(text: string): boolean {
  return (
    /java ?script/i.test(text) &&
    /enable|activat|turn(?:ed)? on|require|need|disabled|support|without|allow|aktivier|activ|habilit|abilita|ativ|включ|włącz|etkin|启用|開啟|有効|활성/i.test(
      text,
    )
  );
}

function isBrowserCheck(text: string): boolean {
  return /just a moment|checking (?:your|the) (?:browser|site connection)|verify(?:ing)? (?:that )?you are (?:a )?human|ddos protection by|please wait while we (?:check|verify)/i.test(
    text,
  );
}

interface Inspection {
  /** The beginning of the page's text. */
  text: string;
  /** The length of the whole text. */
  length: number;
  scripts: number;
  /** The text of the `<noscript>` elements. */
  notices: string;
  emptyMount: PageElement | undefined;
  /** Custom elements without text, which their scripts are to fill: the first few of them. */
  emptyCustomElements: PageElement[];
}

/** SVG and MathML have names with a hyphen too, such as `annotation-xml`, and AMP shows its elements without our help. */
function isCustomElement({ name }: PageElement): boolean {
  return name.includes('-') && !/^(?:amp-|font-face|missing-glyph|color-profile|annotation-xml)/.test(name);
}

function isScript({ name, attribs }: PageElement): boolean {
  return (
    name === 'script' &&
    (attribs['src'] !== undefined ||
      /^(?:|module|text\/javascript|application\/javascript)$/i.test(attribs['type'] ?? ''))
  );
}

/** The length of the text below an element, counted no further than `max`. */
function textLength(root: PageElement, max: number): number {
  let length = 0;
  for (let node = following(root, root); node && length < max; ) {
    if (node.nodeType === 3) length += node.data.trim().length;
    node = following(node, root, node.nodeType === 1 && !nonTextNames.has(node.name));
  }
  return length;
}

/** A custom element without text. One that holds scripts or styles is not there to display anything. */
function isEmptyComponent(element: PageElement): boolean {
  const holdsAssets = findFirst(element, ({ name }) => name === 'script' || name === 'style' || name === 'link');
  return !holdsAssets && textLength(element, maxMountText) < maxMountText;
}

function inspect(html: PageElement, body: PageElement): Inspection {
  const found: Inspection = {
    text: '',
    length: 0,
    scripts: 0,
    notices: '',
    emptyMount: undefined,
    emptyCustomElements: [],
  };
  let customElements = 0;
  for (let node = following(html, html); node; ) {
    let into = true;
    if (node.nodeType === 3) {
      const words = node.data.trim();
      found.length += words.length;
      if (found.text.length < 2_000 && words) found.text += `${words} `;
    } else {
      const { name } = node;
      if (isScript(node)) found.scripts++;
      if (name === 'noscript' && found.notices.length < 2_000) found.notices += ` ${node.textContent}`;
      if (!found.emptyMount && node !== body && isMountPoint(node) && textLength(node, maxMountText) < maxMountText)
        found.emptyMount = node;
      const hasRoom = found.emptyCustomElements.length < minCustomElements && customElements < maxCustomElements;
      if (hasRoom && isCustomElement(node) && ++customElements && isEmptyComponent(node))
        found.emptyCustomElements.push(node);
      into = !nonTextNames.has(name) || name === 'head';
    }
    node = following(node, html, into);
  }
  return found;
}

/** Whether nothing but scripts and the like stands beside an element on its way up to the body. */
function isAloneInBody(element: PageElement, body: PageElement): boolean {
  for (let at: PageElement | null = element; at && at !== body; at = at.parent)
    if (at.parent?.children.some((sibling) => sibling !== at && !nonTextNames.has(sibling.name))) return false;
  return true;
}

/** Of an element's id in the reason; the page may choose any length. */
const maxIdLength = 60;

/** Why a page has to be rendered in the browser to be read; undefined if its HTML is enough. */
export function renderReasonOf({ html, body }: PageDocument): string | undefined {
  const { text, length, scripts, notices, emptyMount, emptyCustomElements } = inspect(html, body);
  if (scripts === 0) return undefined;
  if (length < 1_500 && isBrowserCheck(text)) return 'the page checks the browser before it shows anything';
  if (length >= minServerText) return undefined;
  if (emptyMount) {
    const id = emptyMount.attribs['id']?.slice(0, maxIdLength);
    const name = id ? `#${id}` : `<${emptyMount.name}>`;
    return `the page is an application shell (${name} is empty until its scripts run)`;
  }
  const [custom] = emptyCustomElements;
  if (custom && (emptyCustomElements.length >= minCustomElements || isAloneInBody(custom, body)))
    return `the page is made of custom elements (<${custom.name}> is empty until its scripts run)`;
  if (asksForJavaScript(notices) || asksForJavaScript(text)) return 'the page asks for JavaScript';
  if (length < maxEmptyText) return 'the page has almost no text before its scripts run';
  return undefined;
}
