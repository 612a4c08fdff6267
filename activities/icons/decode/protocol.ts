import type { ImageFormat, ImageKind, Theme } from '../../../contracts/images/parameters.ts';
import type { PictureFormat } from './sniff.ts';

/** How a picture stands out from a surface: 1 is invisible, 21 black on white. */
export interface Legibility {
  /** Contrast of the part that stands out most. */
  contrast: number;
  /** The share of its ink that cannot be told from the surface. */
  vanishing: number;
}

/** What is seen when a picture is looked at. */
export interface Look {
  format: PictureFormat;
  contentType: string;
  /** Real pixels; of a drawing, its own units. */
  width: number;
  height: number;
  vector: boolean;
  /** Shorter by longer side of what is left without transparent margins: 1 is square. */
  squareness: number;
  /** A surface of its own behind the mark, instead of transparency. */
  tile: boolean;
  /** Why there is nothing to see, where there is not. */
  blank?: string;
  /** The one colour it is drawn in, where it is one. */
  singleColour?: string;
  /** Without any colour, as most placeholders are. */
  grey: boolean;
  legibility: Record<Theme, Legibility>;
  /** Equal or nearly so for pictures that look alike: 64 bits as hex. */
  fingerprint: string;
  /** The bytes to keep where those that came are not fit: a sanitized drawing, the best frame of an icon file. */
  kept?: Buffer;
}

export interface LookTask {
  do: 'look';
  body: Buffer;
  theme: Theme;
  /** Paint it in this colour, keeping only its shape. */
  tint?: string;
  /** Cut wide transparent margins off: in a small square they leave nothing of the mark. */
  trim?: boolean;
}

export interface RenderTask {
  do: 'render';
  body: Buffer;
  kind: ImageKind;
  format: ImageFormat;
  /** Side of an icon, width of an Open Graph image. */
  pixels: number;
  /** The size a drawing states, which has no pixels. */
  size: number;
}

export interface Rendered {
  body: Buffer;
  contentType: string;
  width: number;
  height: number;
}

export type Task = LookTask | RenderTask;
export type Answer = Look | Rendered;

/** Messages between a worker and its decoding process. */
export interface ToDecoder {
  id: number;
  task: Task;
}
export type FromDecoder =
  | { ready: true }
  | { id: number; answer: Answer; rss: number }
  | { id: number; problem: string; rss: number };
