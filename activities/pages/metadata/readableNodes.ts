import { labelOf } from '../content/labels.ts';
import { contains, following, type PageElement, type PageNode } from '../tree/nodes.ts';
import { answerType } from './answers.ts';

const skippedNames = new Set(
  'nav footer form select button script style noscript template svg iframe object video audio dialog textarea'.split(
    ' ',
  ),
);
const beside =
  / (?:comments?|commentlist|disqus\w*|respond|related\w*|recommend\w*|trending|popular|most read|read next|more (?:stories|from|news|articles|posts)|teasers?|promos?|breadcrumbs?|cookies?|newsletters?|site footer|signature|quote|blockquote) /;
const besideParts =
  /comment|disqus|respond|relat|recommend|trend|popul|most|read|more|teaser|promo|breadcrumb|cookie|newsletter|footer|signature|quote/i;
/** In characters of text. */
const maxText = 60_000;

export function tidyText(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ').trim();
}

export function isUnreadable({ name }: PageElement): boolean {
  return skippedNames.has(name);
}

/** A node with the length of the text before it. */
interface PlacedNode {
  node: PageNode;
  offset: number;
}

/** Text and elements in reading order, without what stands beside the page's own text. */
export function readableNodes(
  body: PageElement,
  heading: PageElement | undefined,
): { nodes: PlacedNode[]; headingAt: number } {
  const nodes: PlacedNode[] = [];
  let offset = 0;
  let headingAt = 0;
  for (let node = following(body, body); node && offset < maxText; ) {
    let into = true;
    if (node === heading) headingAt = offset;
    if (node.nodeType === 3) {
      const { length } = node.data.trim();
      if (length > 0) {
        nodes.push({ node, offset });
        offset += length + 1;
      }
    } else if (isSkipped(node, heading)) into = false;
    else nodes.push({ node, offset });
    node = following(node, body, into);
  }
  return { nodes, headingAt };
}

function isSkipped(element: PageElement, heading: PageElement | undefined): boolean {
  const { name, attribs } = element;
  const classes = attribs['class'];
  const id = attribs['id'];
  if (attribs['itemtype'] && answerType.test(attribs['itemtype'])) return true;
  const mayBeBeside = (classes && besideParts.test(classes)) || (id && besideParts.test(id));
  if (!skippedNames.has(name) && !(mayBeBeside && beside.test(labelOf(element)))) return false;
  return !(heading && contains(element, heading));
}
