import * as csstree from 'css-tree';
import type { Theme } from '../../../contracts/images/parameters.ts';
import { cssFunctions, paintProperties, presentationProperties, styleOnlyProperties } from './allowlist.ts';
import { colorSchemeMatches, resolveLightDark } from './cssTheme.ts';
import { substituteVariables } from './cssVariables.ts';

/** What the cleaned CSS of a drawing is resolved against. */
export interface CssContext {
  /** Resolves `prefers-color-scheme` and `light-dark()` for this theme. */
  theme?: Theme | undefined;
  /** Replaces every paint by this color. */
  tint?: string | undefined;
  /** Custom properties of the whole drawing, which are expanded because rasterizers do not know `var()`. */
  variables: ReadonlyMap<string, string>;
}

const allowedProperties: ReadonlySet<string> = new Set([...presentationProperties, ...styleOnlyProperties]);

/** The value, regenerated from its parsed form; undefined if it may refer to anything outside the drawing. */
export function cleanValue(property: string, value: string, context: CssContext): string | undefined {
  const substituted = substituteVariables(value, context.variables);
  if (substituted === undefined) return undefined;
  let ast: csstree.CssNode;
  try {
    ast = csstree.parse(substituted, { context: 'value', positions: false });
  } catch {
    return undefined;
  }
  resolveLightDark(ast, context.theme);
  if (!isSelfContained(ast)) return undefined;
  const clean = csstree.generate(ast);
  if (reachesOutside(clean)) return undefined;
  return context.tint !== undefined && paintProperties.has(property) ? applyTint(clean, context.tint) : clean;
}

/** Replaces a paint by the tint, except `none` and gradients, whose stops are tinted instead. */
function applyTint(paint: string, tint: string): string {
  return /^(?:none|transparent|inherit|url\(|context-)/i.test(paint.trim()) ? paint : tint;
}

/** Keeps the safe declarations of a `style` attribute. */
export function cleanDeclarations(css: string, context: CssContext): string {
  const ast = csstree.parse(css, { context: 'declarationList', positions: false, parseValue: false });
  const kept: string[] = [];
  csstree.walk(ast, {
    visit: 'Declaration',
    enter: (declaration) => {
      const clean = cleanDeclaration(declaration, context);
      if (clean !== undefined) kept.push(clean);
    },
  });
  return kept.join(';');
}

/** Keeps the safe rules, media queries and declarations of a style block. */
export function cleanSheet(css: string, context: CssContext): string {
  const ast = csstree.parse(css, {
    context: 'stylesheet',
    positions: false,
    parseValue: false,
    parseCustomProperty: false,
  });
  if (ast.type !== 'StyleSheet') return '';
  const sheet = cleanRules(ast.children, context);
  return reachesOutside(sheet) ? '' : sheet;
}

function cleanRules(nodes: csstree.List<csstree.CssNode>, context: CssContext): string {
  let kept = '';
  for (const node of nodes.toArray()) {
    if (node.type === 'Rule') kept += cleanRule(node, context);
    if (node.type === 'Atrule' && csstree.ident.decode(node.name).toLowerCase() === 'media' && node.block !== null) {
      const rules = cleanRules(node.block.children, context);
      const query = node.prelude === null ? '' : csstree.generate(node.prelude);
      const matches = colorSchemeMatches(query, context.theme);
      if (matches === true) kept += rules;
      if (matches === undefined && !/[<\\]/.test(query)) kept += `@media ${query}{${rules}}`;
    }
  }
  return kept;
}

function cleanRule(rule: csstree.Rule, context: CssContext): string {
  if (rule.prelude.type !== 'SelectorList') return '';
  const declarations = rule.block.children
    .toArray()
    .map((node) => (node.type === 'Declaration' ? cleanDeclaration(node, context) : undefined))
    .filter((clean) => clean !== undefined);
  const selector = csstree.generate(rule.prelude);
  return declarations.length === 0 || selector.includes('<') ? '' : `${selector}{${declarations.join(';')}}`;
}

function cleanDeclaration(declaration: csstree.Declaration, context: CssContext): string | undefined {
  const property = csstree.ident.decode(declaration.property).toLowerCase();
  if (!allowedProperties.has(property)) return undefined;
  const value = cleanValue(property, csstree.generate(declaration.value), context);
  return value === undefined ? undefined : `${property}:${value}${declaration.important === true ? '!important' : ''}`;
}

/** Checks the parsed value, so neither escapes (`\75rl(`) nor odd spacing can hide a function's name. */
function isSelfContained(ast: csstree.CssNode): boolean {
  let isSafe = true;
  csstree.walk(ast, (node) => {
    if (node.type === 'Url' && !/^#[^\s"'<>\\()]+$/.test(node.value)) isSafe = false;
    if (node.type === 'Function' && !cssFunctions.has(csstree.ident.decode(node.name).toLowerCase())) isSafe = false;
    if (node.type === 'Raw' || node.type === 'CDC' || node.type === 'CDO') isSafe = false;
  });
  return isSafe;
}

/** A second check, on the generated text: whether it has markup or a reference other than to a `#fragment`. */
export function reachesOutside(css: string): boolean {
  const plain = unescapeCss(css);
  return (
    /<|\]\]>|@import|@font-face|expression\s*\(|javascript:/i.test(plain) ||
    /(?:image|image-set|src|element|paint|attr|env)\s*\(/i.test(plain) ||
    /url\s*\(\s*(?!#|["']\s*#)/i.test(plain)
  );
}

/** Goes through the text once. A pattern would search for the end of a comment from each of a million beginnings. */
function withoutComments(css: string): string {
  let plain = '';
  let from = 0;
  for (;;) {
    const start = css.indexOf('/*', from);
    const end = start === -1 ? -1 : css.indexOf('*/', start + 2);
    if (end === -1) return plain + css.slice(from);
    plain += css.slice(from, start);
    from = end + 2;
  }
}

function unescapeCss(css: string): string {
  return withoutComments(css)
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/\\\r?\n/g, '')
    .replace(/\\(.)/g, '$1');
}
