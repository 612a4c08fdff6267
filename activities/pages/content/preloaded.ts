import { isRecord } from '../../../contracts/json/isRecord.ts';
import type { PageDocument } from '../document.ts';
import { findAll } from '../tree/nodes.ts';
import { escapeText } from '../tree/serialize.ts';

/** More state than this is not searched for text. */
const maxStateLength = 5_000_000;
const minStateLength = 200;
const maxDepth = 24;
const maxEntries = 2_000;
/** Less text than this is not what a page is about. */
const minTextLength = 200;

const bodyKey =
  /^(?:cooked|body|body_?html|content|content_?html|html|text|message|articleBody|description|markdown|answer|excerpt)$/i;
const titleKey = /^(?:title|headline|name|subject|fancy_title)$/i;
const userNameKey = /^user_?name$/i;
const authorKey = /^(?:author|author_?name|display_?name|name)$/i;
const dateKey = /^(?:created_?at|date_?published|published_?at|posted_?at|date|createdAt)$/i;

/** One text of the state: a post, an article, a product's description. */
interface Entry {
  /** The way to it through the state, with `*` for any position in a list: entries of one list have the same. */
  path: string;
  text: string;
  author: string | undefined;
  date: string | undefined;
  title: string | undefined;
}

function isReadable(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 20 && /\p{L}{2,}\s+\p{L}/u.test(value) && !/^\s*[[{]/.test(value);
}

function textLength(html: string): number {
  return html.replace(/<[^>]{1,500}>/g, '').length;
}

function shortText(object: Record<string, unknown>, key: RegExp): string | undefined {
  for (const name in object) {
    const value = object[name];
    if (!key.test(name)) continue;
    if (typeof value === 'string' && value.length > 0 && value.length <= 200) return value;
    if (isRecord(value)) return shortText(value, authorKey);
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collect(value: unknown, path: string, title: string | undefined, depth: number, into: Entry[]): void {
  if (depth > maxDepth || into.length >= maxEntries) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, `${path}/*`, title, depth + 1, into);
    return;
  }
  // Some frameworks put JSON into the strings of their JSON.
  if (typeof value === 'string') {
    if (/^\s*[[{]/.test(value) && value.length >= minStateLength) collect(parse(value), path, title, depth + 1, into);
    return;
  }
  if (!isRecord(value)) return;
  const ownTitle = shortText(value, titleKey) ?? title;
  for (const name in value) {
    const inner = value[name];
    if (bodyKey.test(name) && isReadable(inner))
      into.push({
        path: `${path}/${name}`,
        text: inner,
        author: shortText(value, userNameKey) ?? shortText(value, authorKey),
        date: shortText(value, dateKey),
        title: title ?? ownTitle,
      });
    else collect(inner, `${path}/${name}`, ownTitle, depth + 1, into);
  }
}

/** The JSON that a page carries for its scripts: in scripts of that type, and in attributes. */
function statesOf({ html }: PageDocument): string[] {
  const states: string[] = [];
  for (const { name, attribs, textContent } of findAll(
    html,
    (element) =>
      element.name === 'script' ||
      element.attribs['data-preloaded'] !== undefined ||
      element.attribs['data-page'] !== undefined ||
      element.attribs['data-props'] !== undefined ||
      element.attribs['data-state'] !== undefined,
  )) {
    if (name === 'script' && /json/i.test(attribs['type'] ?? '') && !/ld\+json/i.test(attribs['type'] ?? ''))
      states.push(textContent);
    else if (name === 'script' && !attribs['src'])
      states.push(
        /^\s*(?:window|self|var|let|const)?[\w.\s[\]"']*=\s*([[{][\s\S]*[\]}])\s*;?\s*$/.exec(textContent)?.[1] ?? '',
      );
    else for (const key of ['data-preloaded', 'data-page', 'data-props', 'data-state']) states.push(attribs[key] ?? '');
  }
  return states.filter(({ length }) => length >= minStateLength && length <= maxStateLength);
}

function entryHtml({ author, date, text }: Entry, isOne: boolean): string {
  const by = isOne
    ? ''
    : [author, date?.slice(0, 10)]
        .filter((part) => part !== undefined)
        .map((part) => `<p>${escapeText(part)}</p>`)
        .join('');
  const body = /<[a-z]/i.test(text)
    ? text
    : text
        .split(/\n{2,}/)
        .map((paragraph) => `<p>${escapeText(paragraph)}</p>`)
        .join('');
  return `<div>${by}${body}</div>`;
}

/**
 * The text of a page whose HTML is a shell, from the state that its scripts would show: of all lists of texts, and
 * texts outside of lists, the one that has the most. Undefined if the state has no text to speak of.
 */
export function readPreloaded(document: PageDocument): string | undefined {
  const entries: Entry[] = [];
  for (const state of statesOf(document)) collect(parse(state), '', undefined, 0, entries);
  const groups = new Map<string, { entries: Entry[]; length: number }>();
  for (const entry of entries) {
    const group = groups.get(entry.path) ?? { entries: [], length: 0 };
    if (group.entries.some(({ text }) => text === entry.text)) continue;
    group.entries.push(entry);
    group.length += textLength(entry.text);
    groups.set(entry.path, group);
  }
  let best: { entries: Entry[]; length: number } | undefined;
  for (const group of groups.values()) if (!best || group.length > best.length) best = group;
  if (!best || best.length < minTextLength) return undefined;
  const title = best.entries[0]?.title;
  const isOne = best.entries.length === 1;
  return `${title ? `<h1>${escapeText(title)}</h1>` : ''}${best.entries.map((entry) => entryHtml(entry, isOne)).join('')}`;
}
