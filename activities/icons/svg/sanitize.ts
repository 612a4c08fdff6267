import { type Element, isTag, isText } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import type { Theme } from '../../../contracts/images/parameters.ts';
import { drawingElements, geometryAttributes, presentationProperties } from './allowlist.ts';
import { type Box, boxOf } from './box.ts';
import { type CssContext, cleanDeclarations, cleanSheet, cleanValue, reachesOutside } from './css.ts';
import { collectVariables } from './cssVariables.ts';
import { multipliesElements } from './drawnElements.ts';
import { elementsOf, localName, parseSvg } from './parse.ts';

export interface SanitizeOptions {
  /** Resolves `prefers-color-scheme` and `light-dark()`. */
  theme?: Theme;
  /** Paints the whole drawing in a single color, as mask icons require. */
  tint?: string;
  /** The value of `currentColor`, unless the drawing sets its own. */
  ink?: string;
  /** The size that the drawing states; its viewBox and aspect ratio stay. */
  size?: { width: number; height: number };
  /** The viewBox of a drawing that states none. */
  box?: Box;
}

export type SanitizedSvg =
  | { svg: string; box: Box | undefined; hasText: boolean; themed: boolean; problem?: never }
  | { problem: string; svg?: never };

/** Inside these elements, colors mean transparency. */
const untintedElements = new Set(['mask', 'clipPath']);

/** Reduces a drawing to what only draws: nothing in it runs, fetches, or changes the page that shows it. */
export function sanitizeSvg(text: string, options: SanitizeOptions = {}): SanitizedSvg {
  const parsed = parseSvg(text);
  if (parsed.problem !== undefined) return { problem: parsed.problem };
  const { root } = parsed;

  const css = removeStyleSheets(root).join('\n');
  const variables = new Map<string, string>();
  collectVariables(css, options.theme, variables);
  const context: CssContext = { theme: options.theme, tint: options.tint, variables };

  let hasText = false;
  // Elements of other namespaces keep their prefix, so they are not on the allowlist.
  const prefix = root.name.slice(0, root.name.length - 'svg'.length);
  for (const element of elementsOf(root)) {
    if (prefix !== '' && element.name.startsWith(prefix)) element.name = localName(element.name);
    hasText ||= element.name === 'text';
    element.attribs = cleanAttributes(
      element,
      isInside(element, untintedElements) ? { ...context, tint: undefined } : context,
    );
  }
  // Only now are all references in plain sight: cleaning has expanded variables and escapes.
  const sheet = cleanSheet(css, context);
  if (multipliesElements(root, sheet)) return { problem: 'the drawing multiplies its elements' };
  const box = boxOf(root.attribs) ?? options.box;
  setRootAttributes(root, box, options, css);

  const body = sanitizeHtml(DomUtils.getOuterHTML(root, { xmlMode: true, encodeEntities: 'utf8' }), strictAllowlist);
  if (!body.startsWith('<svg')) return { problem: 'not an SVG drawing' };
  const svg = sheet === '' ? body : body.replace(/^<svg[^>]*>/, (open) => `${open}<style>${escapeText(sheet)}</style>`);
  return { svg, box, hasText, themed: /prefers-color-scheme|light-dark\(/i.test(css) };
}

/** The last step is left to a sanitizer library: a strict allowlist, and no URL schemes. */
const strictAllowlist: sanitizeHtml.IOptions = {
  allowedTags: drawingElements.filter((name) => name !== 'style'),
  allowedAttributes: { '*': [...geometryAttributes, ...presentationProperties, 'style', 'href'] },
  allowedSchemes: [],
  allowedSchemesByTag: { image: ['data'] },
  allowProtocolRelative: false,
  // Styles are already clean, and sanitize-html's style parser does not know SVG's properties.
  parseStyleAttributes: false,
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'foreignObject', 'metadata', 'iframe', 'object', 'embed', 'handler', 'textarea'],
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
};

function removeStyleSheets(root: Element): string[] {
  const styles = elementsOf(root).filter((element) => localName(element.name) === 'style');
  for (const style of styles) DomUtils.removeElement(style);
  return styles.map((style) => textContentOf(style));
}

/** In this tree, CDATA is a node with text children. */
function textContentOf(element: Element): string {
  let text = '';
  for (const child of element.children) {
    if (isText(child)) text += child.data;
    else if ('children' in child) for (const inner of child.children) if (isText(inner)) text += inner.data;
  }
  return text;
}

const allowedGeometry = new Set(geometryAttributes);
const allowedPresentation = new Set(presentationProperties);

function cleanAttributes(element: Element, context: CssContext): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(element.attribs)) {
    // An empty attribute would be serialized without a value, as in HTML, which is not valid XML.
    if (value === '') continue;
    if (name === 'style') {
      const style = cleanDeclarations(value, context);
      if (style !== '') kept['style'] = style;
    } else if (name === 'href' || (localName(name) === 'href' && kept['href'] === undefined)) {
      const target = cleanReference(element.name, value);
      if (target !== undefined) kept['href'] = target;
    } else if (allowedPresentation.has(name)) {
      const clean = cleanValue(name, value, context);
      if (clean !== undefined) kept[name] = clean;
    } else if (allowedGeometry.has(name) && !reachesOutside(value)) kept[name] = value;
  }
  return kept;
}

/** Allows a reference to an element of the same drawing, or a bitmap embedded as a `data:` URL. */
function cleanReference(element: string, value: string): string | undefined {
  const target = value.trim();
  if (/^#[^\s"'<>\\()]+$/.test(target)) return target;
  const isEmbedded = element === 'image' && /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i.test(target);
  return isEmbedded ? target.replace(/\s+/g, '') : undefined;
}

function setRootAttributes(root: Element, box: Box | undefined, options: SanitizeOptions, css: string): void {
  const { attribs } = root;
  attribs['xmlns'] = 'http://www.w3.org/2000/svg';
  // Without these the drawing keeps its aspect ratio at whatever size it is shown.
  for (const name of ['preserveAspectRatio', 'x', 'y', 'width', 'height']) delete attribs[name];
  if (box !== undefined) attribs['viewBox'] = `${box.x} ${box.y} ${box.width} ${box.height}`;
  if (options.size !== undefined) {
    attribs['width'] = String(options.size.width);
    attribs['height'] = String(options.size.height);
  }
  if (options.tint !== undefined) {
    const hasFill = attribs['fill'] !== undefined || /(?:^|;)fill:/.test(attribs['style'] ?? '');
    if (!hasFill) attribs['fill'] = options.tint;
    attribs['color'] = options.tint;
  } else if (
    options.ink !== undefined &&
    attribs['color'] === undefined &&
    !/(?:^|[;{\s])color\s*:/.test(`${attribs['style'] ?? ''} ${css}`)
  ) {
    attribs['color'] = options.ink;
  }
}

function isInside(element: Element, names: ReadonlySet<string>): boolean {
  for (
    let ancestor: Element | null = element;
    ancestor !== null;
    ancestor = ancestor.parent !== null && isTag(ancestor.parent) ? ancestor.parent : null
  ) {
    if (names.has(localName(ancestor.name))) return true;
  }
  return false;
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
