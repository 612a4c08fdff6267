import { attributesOf, page } from '../../egress/rendering/inPage/unclobbered.ts';
import type { Evidence } from '../evidence.ts';

const maxVariables = 800;
const maxTags = 300;
const maxJsonLdLength = 100_000;

/**
 * Custom properties of the root from all style sheets. The rules of another origin's style sheet are not readable,
 * but their computed values are.
 */
export function rootVariables(): Evidence['variables'] {
  const found = new Map<string, string>();
  for (const element of [page.documentElement, page.body]) {
    if (!element || !('computedStyleMap' in element)) continue;
    for (const [name, values] of element.computedStyleMap()) {
      if (found.size >= maxVariables) break;
      if (!name.startsWith('--') || name.length > 80) continue;
      const value = [...values].map(String).join(' ').trim();
      if (value !== '' && value.length <= 200 && !found.has(name)) found.set(name, value);
    }
  }
  return [...found];
}

export function rootStyle(): Evidence['root'] {
  const html = getComputedStyle(page.documentElement);
  const body = page.body ? getComputedStyle(page.body) : html;
  return {
    htmlBackground: html.backgroundColor,
    bodyBackground: body.backgroundColor,
    bodyColor: body.color,
    bodyFamily: body.fontFamily.slice(0, 400),
    colorScheme: html.colorScheme,
    names: [page.documentElement, page.body].flatMap(namesOf).join(' ').slice(0, 2_000),
  };
}

function namesOf(element: Element | null): string[] {
  return element === null
    ? []
    : [...attributesOf(element)]
        .filter(({ name }) => name === 'class' || name.startsWith('data-'))
        .map(({ name, value }) => `${name}=${value.slice(0, 300)}`);
}

export function headTags(): Evidence['tags'] {
  function recordOf(element: Element): Record<string, string> {
    const entries: [string, string][] = [];
    for (const { name, value } of attributesOf(element)) if (value.length <= 20_000) entries.push([name, value]);
    return Object.fromEntries(entries);
  }
  const tags = (selector: string) => [...page.querySelectorAll(selector)].slice(0, maxTags).map(recordOf);
  const jsonLd: string[] = [];
  for (const script of [...page.querySelectorAll('script[type*="ld+json"]')].slice(0, 10)) {
    const text = script.textContent ?? '';
    if (text.length <= maxJsonLdLength) jsonLd.push(text);
  }
  return { base: page.baseURI, links: tags('link[rel]'), metas: tags('meta'), jsonLd };
}
