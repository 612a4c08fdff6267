import { compile, type Options, selectAll } from 'css-select';
import { Failure } from '../../../contracts/failures.ts';
import { isElement, type PageElement, type PageNode } from './nodes.ts';

const adapter: NonNullable<Options<PageNode, PageElement>['adapter']> = {
  isTag: isElement,
  getAttributeValue: (element, name) => element.attribs[name],
  getChildren: (node) => (isElement(node) ? node.childNodes : []),
  getName: (element) => element.name,
  getParent: (node) => node.parent,
  getSiblings: (node) => (node.parent ? node.parent.childNodes : [node]),
  prevElementSibling: (node) => {
    for (let at = node.prev; at; at = at.prev) if (isElement(at)) return at;
    return null;
  },
  getText: (node) => (isElement(node) ? node.textContent : node.data),
  hasAttrib: (element, name) => element.attribs[name] !== undefined,
  removeSubsets: (nodes) => {
    const all = new Set(nodes);
    return [...all].filter((node) => {
      for (let at = node.parent; at; at = at.parent) if (all.has(at)) return false;
      return true;
    });
  },
};
const options: Options<PageNode, PageElement> = { adapter };

function requireSelector(selector: string, optionName: string): void {
  try {
    compile(selector, options);
  } catch (cause) {
    throw new Failure('InvalidRequest', `${optionName}: "${selector}" is not a CSS selector that we can read.`, {
      cause,
    });
  }
}

/** The elements that match the selector, `root` included, in document order. `optionName` is for the error text. */
export function selectAllMatches(root: PageElement, selector: string, optionName: string): PageElement[] {
  requireSelector(selector, optionName);
  return selectAll<PageNode, PageElement>(selector, [root], options);
}

/**
 * The elements below `root` that match any of the selectors, in document order and without those inside another match.
 * `optionName` is for the error text.
 */
export function selectOutermost(root: PageElement, selectors: readonly string[], optionName: string): PageElement[] {
  for (const selector of selectors) requireSelector(selector, optionName);
  const found = selectAll<PageNode, PageElement>(selectors.join(', '), root, options);
  const matched = new Set<PageNode>(found);
  return found.filter((element) => {
    for (let at = element.parent; at && at !== root.parent; at = at.parent) if (matched.has(at)) return false;
    return true;
  });
}
