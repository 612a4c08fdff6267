import * as csstree from 'css-tree';
import type { Theme } from '../../../contracts/images/parameters.ts';
import { cssFunctions, paints, presentationProperties, styleOnlyProperties } from './vocabulary.ts';

/** How a drawing's colours are settled while its CSS is cleaned. */
export interface CssSettling {
  /** Resolves `prefers-color-scheme` and `light-dark()` for this theme. */
  theme?: Theme | undefined;
  /** Paints everything that is painted in this one colour. */
  tint?: string | undefined;
  /** Custom properties of the whole drawing: rasterizers know no `var()`. */
  variables: ReadonlyMap<string, string>;
}

const allowedProperties: ReadonlySet<string> = new Set([...presentationProperties, ...styleOnlyProperties]);

/** A value that refers to nothing outside of the drawing, written anew from its parsed form; undefined where it may. */
export function cleanValue(property: string, value: string, settling: CssSettling): string | undefined {
  const substituted = substituteVariables(value, settling.variables);
  if (substituted === undefined) return undefined;
  let ast: csstree.CssNode;
  try {
    ast = csstree.parse(substituted, { context: 'value', positions: false });
  } catch {
    return undefined;
  }
  chooseLightDark(ast, settling.theme);
  if (!onlyComputes(ast)) return undefined;
  const written = csstree.generate(ast);
  if (reachesOutside(written)) return undefined;
  return settling.tint !== undefined && paints.has(property) ? tinted(written, settling.tint) : written;
}

/** `none` stays none and a gradient stays a gradient (its stops are tinted); every other paint becomes the tint. */
function tinted(paint: string, tint: string): string {
  return /^(?:none|transparent|inherit|url\(|context-)/i.test(paint.trim()) ? paint : tint;
}

/** The declarations of a `style` attribute that may stay. */
export function cleanDeclarations(css: string, settling: CssSettling): string {
  const ast = csstree.parse(css, { context: 'declarationList', positions: false, parseValue: false });
  const kept: string[] = [];
  csstree.walk(ast, {
    visit: 'Declaration',
    enter: (declaration) => {
      const clean = cleanDeclaration(declaration, settling);
      if (clean !== undefined) kept.push(clean);
    },
  });
  return kept.join(';');
}

/** A style block with only rules, media queries and declarations that may stay. */
export function cleanSheet(css: string, settling: CssSettling): string {
  const ast = csstree.parse(css, {
    context: 'stylesheet',
    positions: false,
    parseValue: false,
    parseCustomProperty: false,
  });
  if (ast.type !== 'StyleSheet') return '';
  const sheet = cleanRules(ast.children, settling);
  return reachesOutside(sheet) ? '' : sheet;
}

function cleanRules(nodes: csstree.List<csstree.CssNode>, settling: CssSettling): string {
  let kept = '';
  for (const node of nodes.toArray()) {
    if (node.type === 'Rule') kept += cleanRule(node, settling);
    if (node.type === 'Atrule' && csstree.ident.decode(node.name).toLowerCase() === 'media' && node.block !== null) {
      const rules = cleanRules(node.block.children, settling);
      const query = node.prelude === null ? '' : csstree.generate(node.prelude);
      const matches = colourSchemeMatches(query, settling.theme);
      if (matches === true) kept += rules;
      if (matches === undefined && !/[<\\]/.test(query)) kept += `@media ${query}{${rules}}`;
    }
  }
  return kept;
}

function cleanRule(rule: csstree.Rule, settling: CssSettling): string {
  if (rule.prelude.type !== 'SelectorList') return '';
  const declarations = rule.block.children
    .toArray()
    .map((node) => (node.type === 'Declaration' ? cleanDeclaration(node, settling) : undefined))
    .filter((clean) => clean !== undefined);
  const selector = csstree.generate(rule.prelude);
  return declarations.length === 0 || selector.includes('<') ? '' : `${selector}{${declarations.join(';')}}`;
}

function cleanDeclaration(declaration: csstree.Declaration, settling: CssSettling): string | undefined {
  const property = csstree.ident.decode(declaration.property).toLowerCase();
  if (!allowedProperties.has(property)) return undefined;
  const value = cleanValue(property, csstree.generate(declaration.value), settling);
  return value === undefined ? undefined : `${property}:${value}${declaration.important === true ? '!important' : ''}`;
}

/** Whether a media query holds for the theme; undefined where it does not ask, or no theme is asked for. */
function colourSchemeMatches(query: string, theme: Theme | undefined): boolean | undefined {
  if (theme === undefined || !/prefers-color-scheme/i.test(query)) return undefined;
  return query.split(',').some((part) => {
    const asked = /prefers-color-scheme\s*(?::\s*([a-z-]+))?/i.exec(part);
    if (asked === null) return !/\bprint\b/i.test(part);
    const holds = asked[1] === undefined || asked[1].toLowerCase() === theme;
    return /\bnot\b/i.test(part) ? !holds : holds && !/\bprint\b/i.test(part);
  });
}

/** The custom properties that hold for the whole drawing, after the theme's media queries. */
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
        if (colourSchemeMatches(csstree.generate(node.prelude), theme ?? 'light') === true)
          collect(node.block.children);
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

/** `var(--x, red)` by what `--x` is. Undefined where it has no value, or is made to grow. */
function substituteVariables(value: string, variables: ReadonlyMap<string, string>): string | undefined {
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

function chooseLightDark(ast: csstree.CssNode, theme: Theme | undefined): void {
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

/** Judged on the parsed value, so neither escapes (`\75rl(`) nor odd spacing hide a function's name. */
function onlyComputes(ast: csstree.CssNode): boolean {
  let fine = true;
  csstree.walk(ast, (node) => {
    if (node.type === 'Url' && !/^#[^\s"'<>\\()]+$/.test(node.value)) fine = false;
    if (node.type === 'Function' && !cssFunctions.has(csstree.ident.decode(node.name).toLowerCase())) fine = false;
    if (node.type === 'Raw' || node.type === 'CDC' || node.type === 'CDO') fine = false;
  });
  return fine;
}

/** The second look, at the text that is really written: markup, or a reference that is not to a `#fragment`. */
export function reachesOutside(css: string): boolean {
  const plain = unescapeCss(css);
  return (
    /<|\]\]>|@import|@font-face|expression\s*\(|javascript:/i.test(plain) ||
    /(?:image|image-set|src|element|paint|attr|env)\s*\(/i.test(plain) ||
    /url\s*\(\s*(?!#|["']\s*#)/i.test(plain)
  );
}

function unescapeCss(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/\\\r?\n/g, '')
    .replace(/\\(.)/g, '$1');
}
