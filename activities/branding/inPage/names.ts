import { attributesOf, page } from '../../egress/rendering/inPage/unclobbered.ts';
import { createBoundedCounter } from './bounded.ts';

const frameworkAttribute =
  /^(?:data-(?:v-|radix|slot|state|orientation|bs-|theme|mui|chakra|headlessui|reach|testid|framer|wf-|elementor|astro|svelte|n-head)|ng-|_ng|mat-|v-|x-data|aria-expanded)/;

/** Class names, custom elements and attributes, by which frameworks are detected. */
export function createNames() {
  const classes = createBoundedCounter<string>(6_000);
  const attributes = createBoundedCounter<string>(500);
  return {
    visit(element: Element): void {
      let read = 0;
      for (const name of element.classList) {
        if (read++ >= 40) break;
        if (name.length <= 60) classes.add(name);
      }
      if (element.localName.includes('-')) attributes.add(`<${element.localName.slice(0, 60)}>`);
      for (const { name } of attributesOf(element))
        if (frameworkAttribute.test(name) && name.length <= 60) attributes.add(name);
    },
    all: () => ({ classes: classes.top(1_500), attributes: attributes.top(150) }),
  };
}

const maxResources = 150;

export function resources(): string[] {
  const found: string[] = [];
  for (const element of page.querySelectorAll('link[rel~="stylesheet"][href], script[src]')) {
    if (found.length >= maxResources) break;
    const reference = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
    if (reference.length <= 500 && URL.canParse(reference, page.baseURI))
      found.push(new URL(reference, page.baseURI).href);
  }
  return found;
}
