import { findAll, type PageElement } from '../../pages/tree/nodes.ts';
import type { NamedElements } from './evidence.ts';
import { isNonText } from './text.ts';

const maxNames = 20_000;

/** Elements by their classes and ids. Digits are removed from ids, so that `item-1` and `item-2` count as one. */
export function readNamedElements(body: PageElement): NamedElements[] {
  const byName = new Map<string, PageElement[]>();
  function add(name: string, element: PageElement) {
    const elements = byName.get(name);
    if (elements) elements.push(element);
    else if (byName.size < maxNames) byName.set(name, [element]);
  }
  for (const element of findAll(body, (each) => !isNonText(each))) {
    const { id, class: classes, 'data-testid': testId, 'data-field': field } = element.attribs;
    if (classes) for (const name of new Set(classes.split(/\s+/))) if (name) add(name, element);
    for (const name of [id, testId, field]) if (name) add(name.replace(/\d+/g, ''), element);
  }
  return [...byName].map(([name, elements]) => ({ name, elements }));
}
