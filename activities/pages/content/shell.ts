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

/**
 * Where the visible page is a shell, puts in its place what its `<noscript>` or the state for its scripts holds.
 * Returns whether it did.
 */
export function fillShell(document: PageDocument): boolean {
  const { body } = document;
  const visible = textLength(body);
  if (visible >= maxShellText) return false;
  const enough = Math.max(minFoundText, visible * minGain);
  const preloaded = readPreloaded(document);
  if (preloaded !== undefined) {
    const found = parseHtml(`<body><main>${preloaded}</main>`).body;
    if (textLength(found) >= enough) {
      for (const element of body.children) if (element.name !== 'script') detach(element);
      moveChildren(found, body);
      return true;
    }
  }
  for (const noscript of findAll(body, ({ name }) => name === 'noscript')) {
    if (textLength(noscript) < enough) continue;
    const main = new PageElement('main', {});
    moveChildren(noscript, main);
    append(body, main);
    return true;
  }
  return false;
}
