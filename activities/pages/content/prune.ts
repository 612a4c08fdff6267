import { blockNames, isHeading } from '../tree/names.ts';
import { detach, findAll, following, isElement, type PageElement, type PageNode, textOf } from '../tree/nodes.ts';
import type { Measure } from './measure.ts';
import { isAppeal, leadsAway } from './onward.ts';

type Measures = ReadonlyMap<PageElement, Measure>;
const nothing: Measure = { text: 0, link: 0, prose: 0, paragraphs: 0 };

function wordsOf(element: PageElement): string {
  return textOf(element).replace(/\s+/g, ' ').trim();
}

function isInside(element: PageElement, name: string, root: PageElement): boolean {
  for (let at: PageElement | null = element; at && at !== root; at = at.parent) if (at.name === name) return true;
  return false;
}

const kept = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'dt', 'dd', 'blockquote', 'pre', 'figure', 'p']);

/** A block that is little but links. A paragraph that is one may belong to the text, unless it says otherwise. */
function isLinkBlock(element: PageElement, { text, link, prose }: Measure): boolean {
  return text > 0 && prose === 0 && link / text > 0.6 && !kept.has(element.name) && !isHeading(element.name);
}

function isLine(element: PageElement, { text }: Measure): boolean {
  return text > 0 && text <= 250 && blockNames.has(element.name);
}

/** A line such as "Read also: …", or an appeal, that is a block of its own. */
function isAside(element: PageElement, measured: Measure): boolean {
  if (!isLine(element, measured) || isHeading(element.name) || element.name === 'td' || element.name === 'th')
    return false;
  const words = wordsOf(element);
  if (isAppeal(words)) return true;
  if (measured.link <= measured.text * 0.4) return false;
  // A line that is one link in capitals is another page's headline.
  return (
    leadsAway(words) ||
    (measured.link === measured.text &&
      measured.text >= 15 &&
      words === words.toUpperCase() &&
      words !== words.toLowerCase())
  );
}

const textBlocks = new Set(['blockquote', 'figure', 'table', 'pre', 'img']);

/** "More stories" and the links under it, up to the next heading. */
function removeOnwardSections(root: PageElement, measures: Measures): void {
  function isOpener(element: PageElement): boolean {
    const measured = measures.get(element) ?? nothing;
    // A line that has its link in it is complete; what follows it is the text again.
    if (!isLine(element, measured) || measured.text > 80 || (measured.link > 0 && !isHeading(element.name)))
      return false;
    return (isHeading(element.name) || element.name === 'p' || element.name === 'div') && leadsAway(wordsOf(element));
  }
  for (const opener of findAll(root, isOpener)) {
    if (!opener.parent) continue;
    const section: PageNode[] = [];
    for (let node = opener.next; node; node = node.next) {
      if (!isElement(node)) continue;
      const { text, link } = measures.get(node) ?? nothing;
      if (isHeading(node.name) || textBlocks.has(node.name) || (text > 0 && link < text * 0.3)) break;
      section.push(node);
    }
    if (!section.some((node) => isElement(node) && (measures.get(node) ?? nothing).text > 0)) continue;
    for (const node of section) detach(node);
    detach(opener);
  }
}

function removeBlocks(root: PageElement, measures: Measures): void {
  for (let node: PageNode | null = following(root, root); node; ) {
    let remove = false;
    if (isElement(node) && blockNames.has(node.name) && !isInside(node, 'blockquote', root)) {
      const measured = measures.get(node) ?? nothing;
      remove = isLinkBlock(node, measured) || isAside(node, measured);
    }
    const next: PageNode | null = following(node, root, !remove);
    if (remove) detach(node);
    node = next;
  }
}

function saysMore(heading: PageElement, root: PageElement): boolean {
  for (let node = following(heading, root, false); node; node = following(node, root)) {
    if (isElement(node) && node.name === 'img') return true;
    if (!(node.nodeType === 3 && /\S/.test(node.data))) continue;
    for (let at = node.parent; at && at !== root; at = at.parent)
      if (isHeading(at.name) && at.name <= heading.name) return false;
    return true;
  }
  return false;
}

/** Takes out of an article what is not its text: ways to other pages, empty sections. */
export function pruneArticle(root: PageElement, measures: Measures): void {
  removeOnwardSections(root, measures);
  removeBlocks(root, measures);
  for (const heading of findAll(root, ({ name }) => isHeading(name)).reverse())
    if (!saysMore(heading, root)) detach(heading);
}
