import * as csstree from 'css-tree';
import type { Theme } from '../../../contracts/images/parameters.ts';
import { colorSchemeMatches } from './cssTheme.ts';

/** Collects the custom properties of the root, with the theme's media queries applied. */
export function collectVariables(css: string, theme: Theme | undefined, into: Map<string, string>): void {
  const ast = csstree.parse(css, {
    context: 'stylesheet',
    positions: false,
    parseValue: false,
    parseCustomProperty: false,
  });
  function collect(nodes: csstree.List<csstree.CssNode>): void {
    for (const node of nodes.toArray()) {
      if (node.type === 'Atrule' && node.block !== null && node.prelude !== null) {
        if (colorSchemeMatches(csstree.generate(node.prelude), theme ?? 'light') === true) collect(node.block.children);
      }
      if (node.type === 'Rule' && /^(?::root|svg|\*|:host)/i.test(csstree.generate(node.prelude))) {
        for (const declaration of node.block.children.toArray()) {
          if (declaration.type !== 'Declaration' || !declaration.property.startsWith('--')) continue;
          into.set(declaration.property, csstree.generate(declaration.value).trim());
        }
      }
    }
  }
  if (ast.type === 'StyleSheet') collect(ast.children);
}

/** Expands `var(--x, red)`. Undefined if `--x` has no value, or if the expansion grows without bound. */
export function substituteVariables(value: string, variables: ReadonlyMap<string, string>): string | undefined {
  let text = value;
  for (let round = 0; /var\s*\(/i.test(text); round++) {
    if (round > 8 || text.length > 4_096) return undefined;
    let missing = false;
    text = text.replace(
      /var\s*\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/gi,
      (_, name: string, fallback?: string) => {
        const known = variables.get(name) ?? fallback;
        if (known === undefined) missing = true;
        return known ?? '';
      },
    );
    if (missing) return undefined;
  }
  return text;
}
