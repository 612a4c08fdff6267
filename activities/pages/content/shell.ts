import type { PageDocument } from '../document.ts';
import { append, detach, moveChildren } from '../tree/edit.ts';
import { findAll, PageElement } from '../tree/nodes.ts';
import { parseHtml } from '../tree/parseHtml.ts';
import { readPreloaded } from './preloaded.ts';
import { textLength } from './strip.ts';

/** A page with less visible text than this may be a shell. */
const maxShellText = 600;
/** What is found elsewhere replaces the shell only if it has much more text. */
const minGain = 3;
const minFoundText = 200;

/** What a shell was filled with: state is content already, a `<noscript>` is a page like any other. */
export type ShellFilling = 'noscript' | 'state' | undefined;

/** Where the visible page is a shell, puts in its place what its `<noscript>` or the state for its scripts holds. */
export function fillShell(document: PageDocument): ShellFilling {
  const { body } = document;
  const visible = textLength(body);
  if (visible >= maxShellText) return undefined;
  const enough = Math.max(minFoundText, visible * minGain);
  // A forum's `<noscript>` is the thread as search engines are to see it, with the dates as a reader sees them.
  for (const noscript of findAll(body, ({ name }) => name === 'noscript')) {
    if (textLength(noscript) < enough) continue;
    const main = new PageElement('main', {});
    moveChildren(noscript, main);
    append(body, main);
    return 'noscript';
  }
  const preloaded = readPreloaded(document);
  if (preloaded === undefined) return undefined;
  const found = parseHtml(`<body><main>${preloaded}</main>`).body;
  if (textLength(found) < enough) return undefined;
  for (const element of body.children) if (element.name !== 'script') detach(element);
  moveChildren(found, body);
  return 'state';
}
