import { findAll, type PageElement } from '../../pages/tree/nodes.ts';
import type { Named } from './evidence.ts';
import { isSilent } from './text.ts';

const mostNames = 20_000;

/** Elements by each class and id their author gave them. */
export function readNamed(body: PageElement): Named[] {
  const byName = new Map<string, PageElement[]>();
  function add(name: string, element: PageElement) {
    const elements = byName.get(name);
    if (elements) elements.push(element);
    else if (byName.size < mostNames) byName.set(name, [element]);
  }
  for (const element of findAll(body, (each) => !isSilent(each))) {
    const { id, class: classes, 'data-testid': testId, 'data-field': field } = element.attribs;
    if (classes) for (const name of new Set(classes.split(/\s+/))) if (name) add(name, element);
    for (const name of [id, testId, field]) if (name) add(name.replace(/\d+/g, ''), element);
  }
  return [...byName].map(([name, elements]) => ({ name, elements }));
}
