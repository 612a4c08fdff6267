/** What one look at a rendered page brings home: plain data, bounded in size, the only thing that decisions are made from. */

/** Where on the page something stands. The last six are not the site speaking about itself. */
export type Zone = OwnZone | ForeignZone;
export type OwnZone = 'header' | 'body' | 'footer';
export type ForeignZone = 'code' | 'consent' | 'overlay' | 'widget' | 'partners' | 'ad';

export function isOwn(zone: Zone): zone is OwnZone {
  return zone === 'header' || zone === 'body' || zone === 'footer';
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type TextKind = 'h1' | 'h2' | 'h3' | 'heading' | 'text' | 'small' | 'link' | 'code';

/** All text of one look, added up. Colours stand as the browser computed them. */
export interface TextStyle {
  zone: Zone;
  kind: TextKind;
  color: string;
  /** What is painted behind it, nearest first, down to the first that is opaque; `image` for a picture. */
  behind: string[];
  family: string;
  sizePx: number;
  weight: number;
  /** Null where the page leaves it to the font. */
  lineHeightPx: number | null;
  chars: number;
  count: number;
}

/** All boxes of one look that paint something, added up. */
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

export interface ControlLook {
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

export interface ButtonSample extends ControlLook, Box {
  zone: Zone;
  tag: string;
  text: string;
  classes: string;
  behind: string[];
  disabled: boolean;
  /** In the first screenful. */
  aboveFold: boolean;
}

export interface InputSample extends ControlLook, Box {
  zone: Zone;
  type: string;
}

/** Colours of drawings, and of what class names call a success, a warning or an error. */
export interface ColorUse {
  color: string;
  zone: Zone;
  kind: 'icon' | 'border' | 'success' | 'warning' | 'error' | 'active';
  count: number;
}

export interface LogoCandidate extends Box {
  kind: 'img' | 'svg' | 'background';
  /** Absolute; a `data:` address for drawings that stand in the page. */
  url: string;
  alt: string;
  /** Names of the element and of those around it: classes, ids, file name. */
  names: string;
  zone: Zone;
  linksHome: boolean;
  linksAway: boolean;
  /** How many pictures of about the same kind stand beside it. */
  siblings: number;
  /** The strongest colours in it, where they could be seen. */
  colors: string[];
}

export interface FontFaceFact {
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
  /** Head tags, in the form that icon discovery reads. */
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
  /** Backgrounds down the page, top to bottom in equal steps, as wide boxes paint them; '' where only the root does. */
  strip: string[];
  texts: TextStyle[];
  surfaces: Surface[];
  buttons: ButtonSample[];
  inputs: InputSample[];
  colors: ColorUse[];
  logos: LogoCandidate[];
  /** Custom properties of the root, resolved. */
  variables: [name: string, value: string][];
  fontFaces: FontFaceFact[];
  /** Families asked of a font service by address. */
  fontServices: string[];
  /** Families in use that this machine could draw. */
  drawnFamilies: string[];
  /** Pixel values of paddings, margins and gaps, and how often each was seen. */
  spacings: [px: number, count: number][];
  radii: [value: string, count: number][];
  containers: [px: number, count: number][];
  classes: [name: string, count: number][];
  attributes: [name: string, count: number][];
  /** Addresses of style sheets and scripts. */
  resources: string[];
  /** Title, headings, buttons and first paragraphs: the page's own words. */
  words: string;
  /** What was left out because the page is large or slow. */
  elements: { total: number; read: number; outOfTime: boolean };
}

export interface CollectLimits {
  elements: number;
  timeMs: number;
}
