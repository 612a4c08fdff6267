/** What is collected from a rendered page: plain data of bounded size. All decisions are made from it alone. */

/** The part of the page that an element is in. What foreign zones show is not the site's own design. */
export type Zone = OwnZone | ForeignZone;
export type OwnZone = 'header' | 'body' | 'footer';
export type ForeignZone = 'code' | 'consent' | 'overlay' | 'widget' | 'partners' | 'ad';

export function isOwnZone(zone: Zone): zone is OwnZone {
  return zone === 'header' || zone === 'body' || zone === 'footer';
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type TextKind = 'h1' | 'h2' | 'h3' | 'heading' | 'text' | 'small' | 'link' | 'code';

/** All text of one style, added up. Colors are as the browser computed them. */
export interface TextStyle {
  zone: Zone;
  kind: TextKind;
  color: string;
  /** The layers painted behind it, nearest first, down to the first opaque one; `image` for a picture. */
  behind: string[];
  family: string;
  sizePx: number;
  weight: number;
  /** Null for `normal`. */
  lineHeightPx: number | null;
  chars: number;
  count: number;
}

/** All boxes of one style that paint something, added up. */
export interface Surface {
  zone: Zone;
  background: string;
  gradient: string;
  borderColor: string;
  radius: string;
  shadow: string;
  area: number;
  count: number;
}

export interface ControlStyle {
  background: string;
  gradient: string;
  color: string;
  borderColor: string;
  borderWidthPx: number;
  radius: string;
  shadow: string;
  padding: string;
  family: string;
  weight: number;
}

export interface ButtonSample extends ControlStyle, Box {
  zone: Zone;
  tag: string;
  text: string;
  classes: string;
  behind: string[];
  disabled: boolean;
  /** Visible without scrolling. */
  aboveFold: boolean;
}

export interface InputSample extends ControlStyle, Box {
  zone: Zone;
  type: string;
}

/** A color of drawings, of borders, or of elements whose class names a meaning such as `error`. */
export interface ColorUse {
  color: string;
  zone: Zone;
  kind: 'icon' | 'border' | 'success' | 'warning' | 'error' | 'active';
  count: number;
}

export interface LogoCandidate extends Box {
  kind: 'img' | 'svg' | 'background';
  /** Absolute; a `data:` URL for an inline drawing. */
  url: string;
  alt: string;
  /** Classes and ids of the element and its ancestors, and the file name. */
  names: string;
  zone: Zone;
  linksHome: boolean;
  linksAway: boolean;
  /** How many other pictures are in the same row. */
  siblings: number;
  /** Its most frequent colors, if the page may read its pixels. */
  colors: string[];
}

export interface FontFaceInfo {
  family: string;
  weight: string;
  status: string;
}

export interface Evidence {
  url: string;
  title: string;
  language: string;
  viewport: { width: number; height: number };
  pageHeight: number;
  /** Head tags, in the form of icon discovery's `PageTags`. */
  tags: { base: string; links: Record<string, string>[]; metas: Record<string, string>[]; jsonLd: string[] };
  root: {
    htmlBackground: string;
    bodyBackground: string;
    bodyColor: string;
    bodyFamily: string;
    colorScheme: string;
    /** Class names and `data-*` attributes of html and body. */
    names: string;
  };
  /** The page's background from top to bottom in equal steps, as wide boxes paint it; '' where only the root does. */
  strip: string[];
  texts: TextStyle[];
  surfaces: Surface[];
  buttons: ButtonSample[];
  inputs: InputSample[];
  colors: ColorUse[];
  logos: LogoCandidate[];
  /** Custom properties of the root, with computed values. */
  variables: [name: string, value: string][];
  fontFaces: FontFaceInfo[];
  /** Families in the URLs of font services. */
  fontServices: string[];
  /** Families in use that the browser could render. */
  availableFamilies: string[];
  /** Pixel values of paddings, margins and gaps, with their counts. */
  spacings: [px: number, count: number][];
  radii: [value: string, count: number][];
  containers: [px: number, count: number][];
  classes: [name: string, count: number][];
  attributes: [name: string, count: number][];
  /** URLs of style sheets and scripts. */
  resources: string[];
  /** Text of headings, buttons and first paragraphs. */
  words: string;
  /** How many elements were read; fewer than all if the page is large or slow. */
  elements: { total: number; read: number; outOfTime: boolean };
}

export interface CollectLimits {
  maxElements: number;
  timeoutMs: number;
}
