import { detach, following, isElement, type PageElement, type PageNode } from '../tree/nodes.ts';

const neverText = new Set(
  'script style template link meta base head title iframe frame frameset object embed applet noembed noframes param canvas svg audio video map dialog input select textarea button datalist option optgroup progress meter'.split(
    ' ',
  ),
);

/** A hidden element says so in one of these ways; text that only a script reveals is said to be hidden too. */
function isHidden({ name, attribs }: PageElement): boolean {
  if (attribs['hidden'] !== undefined && attribs['hidden'] !== 'until-found') return true;
  if (attribs['aria-hidden'] === 'true' && name !== 'math' && !/katex|mathjax|mjx/i.test(attribs['class'] ?? ''))
    return true;
  const style = attribs['style'];
  return style !== undefined && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

function holdsImage(element: PageElement): boolean {
  for (let node = following(element, element); node; node = following(node, element))
    if (isElement(node) && node.name === 'img') return true;
  return false;
}

function hasText(element: PageElement): boolean {
  for (let node = following(element, element); node; node = following(node, element))
    if (node.nodeType === 3 && /\S/.test(node.data)) return true;
  return false;
}

/** `<noscript><img></noscript>` beside a lazy image is the real image; any other notice is for browsers without scripts. */
function isLazyFallback(noscript: PageElement): boolean {
  return holdsImage(noscript) && !hasText(noscript);
}

/** Takes out what is never read: scripts, styles, controls, hidden elements. */
export function strip(root: PageElement): void {
  for (let node: PageNode | null = following(root, root); node; ) {
    if (!isElement(node)) {
      node = following(node, root);
      continue;
    }
    const removed: boolean =
      (neverText.has(node.name) && !isMathScript(node) && !isTaskMark(node)) ||
      (node.name === 'noscript' && !isLazyFallback(node)) ||
      isHidden(node);
    const next: PageNode | null = following(node, root, !removed);
    if (removed) detach(node);
    node = next;
  }
}

/** MathJax 2 keeps a formula's source in a script. */
function isMathScript({ name, attribs }: PageElement): boolean {
  return name === 'script' && /^math\/(?:tex|asciimath)/i.test(attribs['type'] ?? '');
}

/** The box before an item of a task list. */
function isTaskMark({ name, attribs, parent }: PageElement): boolean {
  return (
    name === 'input' &&
    attribs['type']?.toLowerCase() === 'checkbox' &&
    (parent?.name === 'li' || parent?.parent?.name === 'li')
  );
}
