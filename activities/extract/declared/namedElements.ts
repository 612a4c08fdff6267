import { following, type PageElement } from '../../pages/tree/nodes.ts';
import type { NamedElements } from './evidence.ts';
import { isNonText } from './text.ts';

const maxNames = 20_000;
/** These are about the site. */
const withoutValues = new Set(['nav', 'footer']);

/** Beside classes. Those for tests and analytics are often the only ones that people can read. */
const namingAttributes = [
  'id',
  'data-testid',
  'data-test-id',
  'data-test',
  'data-field',
  'data-qa',
  'data-qa-qualifier',
  'data-cy',
  'data-hook',
  'data-automation-id',
  'data-selector',
];

/** Elements by their classes and ids. Digits are removed from ids, so that `item-1` and `item-2` count as one. */
export function readNamedElements(body: PageElement): NamedElements[] {
  const byName = new Map<string, PageElement[]>();
  function add(name: string, element: PageElement) {
    const elements = byName.get(name);
    if (elements) elements.push(element);
    else if (byName.size < maxNames) byName.set(name, [element]);
  }
  for (let node = following(body, body); node; ) {
    const isSkipped = node.nodeType === 1 && (isNonText(node) || withoutValues.has(node.name));
    if (node.nodeType === 1 && !isSkipped) addNames(node);
    node = following(node, body, !isSkipped);
  }
  function addNames(element: PageElement): void {
    const { attribs } = element;
    const classes = attribs['class'];
    if (classes) for (const name of new Set(classes.split(/\s+/))) if (name) add(name, element);
    for (const attribute of namingAttributes) {
      const name = attribs[attribute];
      if (name) add(name.replace(/\d+/g, ''), element);
    }
  }
  return [...byName].map(([name, elements]) => ({ name, elements }));
}
