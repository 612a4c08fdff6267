import type { PageDocument } from './document.ts';
import { following, type PageElement, textOf } from './tree/nodes.ts';

/** Whether a page has to be rendered to be read, why, and where it sends its readers on to. */
export interface Rendering {
  needed: boolean;
  reason?: string;
  /** Where a `<meta refresh>` leads. */
  refreshTarget?: string;
}

/** A page that says more than this was written by its server. */
const enoughText = 600;
const almostNothing = 80;
/** A later refresh is a page that reloads itself, not one that sends its readers on. */
const soonSeconds = 10;

const mountIds =
  /^(?:root|app|__next|__nuxt|__layout|___gatsby|react-root|app-root|main-app|application|app-mount|mount|q-app|svelte|vue-app|ember-app|spa|reactroot|wrapper-app|outlet|shell)$/i;
const mountNames = new Set(['app-root', 'app', 'my-app', 'ng-app', 'router-outlet', 'ion-app', 'flutter-view']);
const silent = new Set([
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

function asksForScript(text: string): boolean {
  return (
    /java ?script/i.test(text) &&
    /enable|activat|turn(?:ed)? on|require|need|disabled|support|without|allow|aktivier|activ|habilit|abilita|ativ|включ|włącz|etkin|启用|開啟|有効|활성/i.test(
      text,
    )
  );
}

function waitsForCheck(text: string): boolean {
  return /just a moment|checking (?:your|the) (?:browser|site connection)|verify(?:ing)? (?:that )?you are (?:a )?human|ddos protection by|please wait while we (?:check|verify)/i.test(
    text,
  );
}

interface Seen {
  text: string;
  length: number;
  scripts: number;
  notices: string;
  emptyMount: PageElement | undefined;
}

function spoken(root: PageElement, most: number): number {
  let length = 0;
  for (let node = following(root, root); node && length < most; ) {
    if (node.nodeType === 3) length += node.data.trim().length;
    node = following(node, root, node.nodeType === 1 && !silent.has(node.name));
  }
  return length;
}

function look(html: PageElement, body: PageElement): Seen {
  const seen: Seen = { text: '', length: 0, scripts: 0, notices: '', emptyMount: undefined };
  for (let node = following(html, html); node; ) {
    let into = true;
    if (node.nodeType === 3) {
      const words = node.data.trim();
      seen.length += words.length;
      if (seen.text.length < 2_000 && words) seen.text += `${words} `;
    } else {
      const { name, attribs } = node;
      if (
        name === 'script' &&
        (attribs['src'] !== undefined ||
          /^(?:|module|text\/javascript|application\/javascript)$/i.test(attribs['type'] ?? ''))
      )
        seen.scripts++;
      if (name === 'noscript' && seen.notices.length < 2_000) seen.notices += ` ${textOf(node)}`;
      if (!seen.emptyMount && node !== body && isMountPoint(node) && spoken(node, 50) < 50) seen.emptyMount = node;
      into = !silent.has(name) || name === 'head';
    }
    node = following(node, html, into);
  }
  return seen;
}

function refreshTargetOf({ html, url, resolve }: PageDocument): string | undefined {
  for (
    let node = following(html, html);
    node;
    node = following(node, html, !(node.nodeType === 1 && node.name === 'noscript'))
  ) {
    if (node.nodeType !== 1 || node.name !== 'meta' || node.attribs['http-equiv']?.trim().toLowerCase() !== 'refresh')
      continue;
    const match = /^\s*([\d.]*)\s*[;,]?\s*(?:url\s*=\s*)?["']?([^"']*)/i.exec(node.attribs['content'] ?? '');
    const target = resolve(match?.[2]?.trim() || undefined);
    if (target && Number(match?.[1] || 0) <= soonSeconds && target !== url) return target;
  }
  return undefined;
}

function reasonFor({ text, length, scripts, notices, emptyMount }: Seen): string | undefined {
  if (scripts === 0) return undefined;
  if (length < 1_500 && waitsForCheck(text)) return 'the page checks the browser before it shows anything';
  if (length >= enoughText) return undefined;
  if (emptyMount) {
    const name = emptyMount.attribs['id'] ? `#${emptyMount.attribs['id']}` : `<${emptyMount.name}>`;
    return `the page is an application shell (${name} is empty until its scripts run)`;
  }
  if (asksForScript(notices) || asksForScript(text)) return 'the page asks for JavaScript';
  if (length < almostNothing) return 'the page has almost no text before its scripts run';
  return undefined;
}

export function looksUnrendered(document: PageDocument): Rendering {
  const reason = reasonFor(look(document.html, document.body));
  const refreshTarget = refreshTargetOf(document);
  return {
    needed: reason !== undefined,
    ...(reason ? { reason } : {}),
    ...(refreshTarget ? { refreshTarget } : {}),
  };
}
