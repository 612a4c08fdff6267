import { detach } from '../tree/edit.ts';
import { following, isElement, type PageElement, type PageNode } from '../tree/nodes.ts';
import { isConsentDialog } from './consent.ts';

const nonTextNames = new Set(
  'script style template link meta base head title iframe frame frameset object embed applet noembed noframes param canvas svg audio video map dialog input select textarea button datalist option optgroup progress meter'.split(
    ' ',
  ),
);

/** Whether elements of this name hold text for readers. */
export function isReadableName(name: string): boolean {
  return !nonTextNames.has(name) && name !== 'noscript';
}

/** Hidden by its own attributes, also if a script would reveal it; style sheets are not evaluated. */
function isHidden({ name, attribs }: PageElement): boolean {
  if (attribs['hidden'] !== undefined && attribs['hidden'] !== 'until-found') return true;
  if (attribs['aria-hidden'] === 'true' && name !== 'math' && !/katex|mathjax|mjx/i.test(attribs['class'] ?? ''))
    return true;
  const style = attribs['style'];
  const label = attribs['class'];
  if (label !== undefined && /print/i.test(label) && isForPrint(label)) return true;
  // A reader opens it on purpose, like `<details>`.
  if (label !== undefined && /spoiler/i.test(label)) return false;
  return style !== undefined && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

/** The classes by which common style sheets show an element on paper alone. */
function isForPrint(label: string): boolean {
  return (
    /(?:^|\s)(?:print-?only|only-?print|visible-print(?:-block|-inline|-inline-block)?|show-for-print)(?:\s|$)/i.test(
      label,
    ) ||
    (/(?:^|\s)d-print-\w/.test(label) && /(?:^|\s)d-none(?:\s|$)/.test(label)) ||
    (/(?:^|\s)print:(?!hidden)\w/.test(label) && /(?:^|\s)hidden(?:\s|$)/.test(label))
  );
}

function hasImage(element: PageElement): boolean {
  for (let node = following(element, element); node; node = following(node, element))
    if (isElement(node) && node.name === 'img') return true;
  return false;
}

function hasText(element: PageElement): boolean {
  for (let node = following(element, element); node; node = following(node, element))
    if (node.nodeType === 3 && /\S/.test(node.data)) return true;
  return false;
}

/** `<noscript><img></noscript>` beside a lazy image holds the real image; any other `<noscript>` is only a notice. */
function isLazyFallback(noscript: PageElement): boolean {
  return hasImage(noscript) && !hasText(noscript);
}

/** Less text than this is never a page that a script reveals. */
const minHiddenPage = 200;

/** The length of the text for readers, hidden or not. */
export function textLength(root: PageElement): number {
  let length = 0;
  for (let node = following(root, root); node; ) {
    if (node.nodeType === 3) length += node.data.trim().length;
    node = following(node, root, node.nodeType === 3 || isReadableName(node.name));
  }
  return length;
}

/** `lenient` leaves hidden elements and buttons, which hold the text of tabs and accordions. */
export type StripMode = 'strict' | 'lenient';

const lenientNames = new Set(['button', 'dialog']);

/** Removes what has no text to read: scripts, styles, form controls, hidden elements, consent dialogs. */
export function stripUnreadable(root: PageElement, mode: StripMode = 'strict'): void {
  const isStrict = mode === 'strict';
  let total: number | undefined;
  /** A container with most of the page's text is only hidden until a script runs. */
  function holdsThePage(element: PageElement): boolean {
    const length = textLength(element);
    if (length < minHiddenPage) return false;
    total ??= textLength(root);
    return length > total * 0.5;
  }
  for (let node: PageNode | null = following(root, root); node; ) {
    if (!isElement(node)) {
      node = following(node, root);
      continue;
    }
    const removed: boolean =
      (nonTextNames.has(node.name) &&
        !isMathScript(node) &&
        !isTaskCheckbox(node) &&
        (isStrict || !lenientNames.has(node.name))) ||
      (node.name === 'noscript' && !isLazyFallback(node)) ||
      (isStrict && isHidden(node) && !holdsThePage(node)) ||
      isConsentDialog(node);
    const next: PageNode | null = following(node, root, !removed);
    if (removed) detach(node);
    node = next;
  }
}

/** MathJax 2 keeps the source of a formula in a script. */
function isMathScript({ name, attribs }: PageElement): boolean {
  return name === 'script' && /^math\/(?:tex|asciimath)/i.test(attribs['type'] ?? '');
}

/** The checkbox of an item in a task list. */
function isTaskCheckbox({ name, attribs, parent }: PageElement): boolean {
  return (
    name === 'input' &&
    attribs['type']?.toLowerCase() === 'checkbox' &&
    (parent?.name === 'li' || parent?.parent?.name === 'li')
  );
}
