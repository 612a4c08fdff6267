import { detach } from '../tree/edit.ts';
import { blockNames, isHeading } from '../tree/elementNames.ts';
import { findAll, following, isElement, type PageElement, type PageNode } from '../tree/nodes.ts';
import { type Measure, noMeasure } from './measure.ts';
import { introducesRelatedLinks, isCallToAction } from './phrases.ts';

type Measures = ReadonlyMap<PageElement, Measure>;

function wordsOf(element: PageElement): string {
  return element.textContent.replace(/\s+/g, ' ').trim();
}

function isInside(element: PageElement, name: string, root: PageElement): boolean {
  for (let at: PageElement | null = element; at && at !== root; at = at.parent) if (at.name === name) return true;
  return false;
}

const neverLinkBlocks = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'dt', 'dd', 'blockquote', 'pre', 'figure', 'p']);

/** A block with little but links; paragraphs and the like are spared, because they may belong to the text. */
function isLinkBlock(element: PageElement, { text, link, prose }: Measure): boolean {
  return text > 0 && prose === 0 && link / text > 0.6 && !neverLinkBlocks.has(element.name) && !isHeading(element.name);
}

function isLine(element: PageElement, { text }: Measure): boolean {
  return text > 0 && text <= 250 && blockNames.has(element.name);
}

/** A line such as "Read also: …", or a call to action, in a block of its own. */
function isAside(element: PageElement, measured: Measure): boolean {
  if (!isLine(element, measured) || isHeading(element.name) || element.name === 'td' || element.name === 'th')
    return false;
  const words = wordsOf(element);
  if (isCallToAction(words)) return true;
  if (measured.link <= measured.text * 0.4) return false;
  // A line that is a single link in capitals is the headline of another page.
  return (
    introducesRelatedLinks(words) ||
    (measured.link === measured.text &&
      measured.text >= 15 &&
      words === words.toUpperCase() &&
      words !== words.toLowerCase())
  );
}

const contentNames = new Set(['blockquote', 'figure', 'table', 'pre', 'img']);

/** Removes "More stories" with the links under it, up to the next heading. */
function removeRelatedSections(root: PageElement, measures: Measures): void {
  function isOpener(element: PageElement): boolean {
    const measured = measures.get(element) ?? noMeasure;
    // After a line that includes its link, the text goes on.
    if (!isLine(element, measured) || measured.text > 80 || (measured.link > 0 && !isHeading(element.name)))
      return false;
    return (
      (isHeading(element.name) || element.name === 'p' || element.name === 'div') &&
      introducesRelatedLinks(wordsOf(element))
    );
  }
  for (const opener of findAll(root, isOpener)) {
    if (!opener.parent) continue;
    const section: PageNode[] = [];
    for (let node = opener.next; node; node = node.next) {
      if (!isElement(node)) continue;
      const { text, link } = measures.get(node) ?? noMeasure;
      if (isHeading(node.name) || contentNames.has(node.name) || (text > 0 && link < text * 0.3)) break;
      section.push(node);
    }
    if (!section.some((node) => isElement(node) && (measures.get(node) ?? noMeasure).text > 0)) continue;
    for (const node of section) detach(node);
    detach(opener);
  }
}

function removeLinkBlocks(root: PageElement, measures: Measures): void {
  for (let node: PageNode | null = following(root, root); node; ) {
    let remove = false;
    if (isElement(node) && blockNames.has(node.name) && !isInside(node, 'blockquote', root)) {
      const measured = measures.get(node) ?? noMeasure;
      remove = isLinkBlock(node, measured) || isAside(node, measured);
    }
    const next: PageNode | null = following(node, root, !remove);
    if (remove) detach(node);
    node = next;
  }
}

function hasContent(heading: PageElement, root: PageElement): boolean {
  for (let node = following(heading, root, false); node; node = following(node, root)) {
    if (isElement(node) && node.name === 'img') return true;
    if (!(node.nodeType === 3 && /\S/.test(node.data))) continue;
    for (let at = node.parent; at && at !== root; at = at.parent)
      if (isHeading(at.name) && at.name <= heading.name) return false;
    return true;
  }
  return false;
}

/** Removes from an article links to other pages, calls to action, and headings without content. */
export function pruneArticle(root: PageElement, measures: Measures): void {
  removeRelatedSections(root, measures);
  removeLinkBlocks(root, measures);
  for (const heading of findAll(root, ({ name }) => isHeading(name)).reverse())
    if (!hasContent(heading, root)) detach(heading);
}
