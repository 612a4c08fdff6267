import * as csstree from 'css-tree';
import type { Theme } from '../../../contracts/images/parameters.ts';

/** Whether a media query matches the theme; undefined if it does not depend on one, or no theme is given. */
export function colorSchemeMatches(query: string, theme: Theme | undefined): boolean | undefined {
  if (theme === undefined || !/prefers-color-scheme/i.test(query)) return undefined;
  return query.split(',').some((part) => {
    const condition = /prefers-color-scheme\s*(?::\s*([a-z-]+))?/i.exec(part);
    if (condition === null) return !/\bprint\b/i.test(part);
    const holds = condition[1] === undefined || condition[1].toLowerCase() === theme;
    return /\bnot\b/i.test(part) ? !holds : holds && !/\bprint\b/i.test(part);
  });
}

/** Replaces `light-dark(a, b)` by the theme's value. */
export function resolveLightDark(ast: csstree.CssNode, theme: Theme | undefined): void {
  csstree.walk(ast, {
    visit: 'Function',
    enter: (node, item, list) => {
      if (node.name.toLowerCase() !== 'light-dark' || item === null || list === null) return;
      const parts: csstree.CssNode[][] = [[]];
      for (const child of node.children.toArray()) {
        if (child.type === 'Operator' && child.value === ',') parts.push([]);
        else parts.at(-1)?.push(child);
      }
      const chosen = new csstree.List<csstree.CssNode>().fromArray(parts[theme === 'dark' ? 1 : 0] ?? []);
      list.replace(item, chosen);
    },
  });
}
