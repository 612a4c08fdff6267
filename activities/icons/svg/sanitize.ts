import { type Element, isTag, isText } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import type { Theme } from '../../../contracts/images/parameters.ts';
import { type Box, boxOf } from './box.ts';
import {
  type CssSettling,
  cleanDeclarations,
  cleanSheet,
  cleanValue,
  collectVariables,
  reachesOutside,
} from './css.ts';
import { elementsOf, localName, openSvg } from './document.ts';
import { drawingElements, geometryAttributes, presentationProperties } from './vocabulary.ts';

export interface SanitizeOptions {
  /** Settles `prefers-color-scheme`; a drawing in `currentColor` takes the theme's ink. */
  theme?: Theme;
  /** Paints the whole drawing in one colour, as a mask icon is meant to be. */
  tint?: string;
  /** The ink of `currentColor`, where the drawing does not set its own. */
  ink?: string;
  /** Written as the drawing's size; its own box and shape stay. */
  size?: { width: number; height: number };
  /** The box of a drawing that states none. */
  box?: Box;
}

export type SanitizedSvg =
  | { svg: string; box: Box | undefined; hasText: boolean; themed: boolean; problem?: never }
  | { problem: string; svg?: never };

/** Inside of these, colours are measures of transparency. */
const untinted = new Set(['mask', 'clipPath']);

/** A drawing that only draws: nothing in it runs, fetches, or changes the page it is shown on. */
export function sanitizeSvg(text: string, options: SanitizeOptions = {}): SanitizedSvg {
  const opened = openSvg(text);
  if (opened.problem !== undefined) return { problem: opened.problem };
  const { root } = opened;

  const sheets = takeSheets(root);
  const css = sheets.join('\n');
  const variables = new Map<string, string>();
  collectVariables(css, options.theme, variables);
  const settling: CssSettling = { theme: options.theme, tint: options.tint, variables };

  let hasText = false;
  // Elements of other namespaces keep their prefix, and with it are on no list.
  const prefix = root.name.slice(0, root.name.length - 'svg'.length);
  for (const element of elementsOf(root)) {
    if (prefix !== '' && element.name.startsWith(prefix)) element.name = localName(element.name);
    hasText ||= element.name === 'text';
    element.attribs = cleanAttributes(
      element,
      isInside(element, untinted) ? { ...settling, tint: undefined } : settling,
    );
  }
  const box = boxOf(root.attribs) ?? options.box;
  dressRoot(root, box, options, css);

  const body = sanitizeHtml(DomUtils.getOuterHTML(root, { xmlMode: true, encodeEntities: 'utf8' }), gate);
  if (!body.startsWith('<svg')) return { problem: 'not an SVG drawing' };
  const sheet = cleanSheet(css, settling);
  const svg = sheet === '' ? body : body.replace(/^<svg[^>]*>/, (open) => `${open}<style>${escapeText(sheet)}</style>`);
  return { svg, box, hasText, themed: /prefers-color-scheme|light-dark\(/i.test(css) };
}

/** The last word belongs to a library that does nothing else: a strict list, no schemes, nothing kept of what is not on it. */
const gate: sanitizeHtml.IOptions = {
  allowedTags: drawingElements.filter((name) => name !== 'style'),
  allowedAttributes: { '*': [...geometryAttributes, ...presentationProperties, 'style', 'href'] },
  allowedSchemes: [],
  allowedSchemesByTag: { image: ['data'] },
  allowProtocolRelative: false,
  // Cleaned above; sanitize-html's own parser of styles knows nothing of SVG's properties.
  parseStyleAttributes: false,
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'foreignObject', 'metadata', 'iframe', 'object', 'embed', 'handler', 'textarea'],
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
};

function takeSheets(root: Element): string[] {
  const styles = elementsOf(root).filter((element) => localName(element.name) === 'style');
  for (const style of styles) DomUtils.removeElement(style);
  return styles.map((style) => textOf(style));
}

/** CDATA is a parent of texts in this tree. */
function textOf(element: Element): string {
  let text = '';
  for (const child of element.children) {
    if (isText(child)) text += child.data;
    else if ('children' in child) for (const inner of child.children) if (isText(inner)) text += inner.data;
  }
  return text;
}

const geometry = new Set(geometryAttributes);
const presentation = new Set(presentationProperties);

function cleanAttributes(element: Element, settling: CssSettling): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(element.attribs)) {
    // An attribute without a value would be written without one, as in HTML, and the drawing no longer be XML.
    if (value === '') continue;
    if (name === 'style') {
      const style = cleanDeclarations(value, settling);
      if (style !== '') kept['style'] = style;
    } else if (name === 'href' || (localName(name) === 'href' && kept['href'] === undefined)) {
      const target = cleanReference(element.name, value);
      if (target !== undefined) kept['href'] = target;
    } else if (presentation.has(name)) {
      const clean = cleanValue(name, value, settling);
      if (clean !== undefined) kept[name] = clean;
    } else if (geometry.has(name) && !reachesOutside(value)) kept[name] = value;
  }
  return kept;
}

/** A place in the same drawing, or a small picture that the drawing itself carries. */
function cleanReference(element: string, value: string): string | undefined {
  const target = value.trim();
  if (/^#[^\s"'<>\\()]+$/.test(target)) return target;
  const carried = element === 'image' && /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i.test(target);
  return carried ? target.replace(/\s+/g, '') : undefined;
}

function dressRoot(root: Element, box: Box | undefined, options: SanitizeOptions, css: string): void {
  const { attribs } = root;
  attribs['xmlns'] = 'http://www.w3.org/2000/svg';
  // Without these the drawing keeps its shape inside whatever size it is shown at.
  for (const name of ['preserveAspectRatio', 'x', 'y', 'width', 'height']) delete attribs[name];
  if (box !== undefined) attribs['viewBox'] = `${box.x} ${box.y} ${box.width} ${box.height}`;
  if (options.size !== undefined) {
    attribs['width'] = String(options.size.width);
    attribs['height'] = String(options.size.height);
  }
  if (options.tint !== undefined) {
    const painted = attribs['fill'] ?? (/(?:^|;)fill:/.test(attribs['style'] ?? '') ? 'style' : undefined);
    if (painted === undefined) attribs['fill'] = options.tint;
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
    let around: Element | null = element;
    around !== null;
    around = around.parent !== null && isTag(around.parent) ? around.parent : null
  ) {
    if (names.has(localName(around.name))) return true;
  }
  return false;
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
