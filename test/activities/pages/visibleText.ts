import { following, type PageElement } from '../../../activities/pages/tree/nodes.ts';

/** Elements whose text a browser with scripts does not show on the page. */
export const unseenNames: ReadonlySet<string> = new Set(
  'script style template noscript head title iframe svg textarea select noembed noframes'.split(' '),
);

/** The text that a browser with scripts shows, styles aside. */
export function visibleTextOf(root: PageElement): string {
  let text = '';
  for (let node = following(root, root); node; ) {
    if (node.nodeType === 3) text += node.data;
    node = following(node, root, !(node.nodeType === 1 && unseenNames.has(node.name)));
  }
  return text;
}
