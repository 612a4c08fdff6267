import type { ImageFormat, ImageKind, Look, Theme } from '../../../contracts/images/parameters.ts';
import type { InkColor } from '../../../contracts/results/brandingDraft.ts';
import type { PictureFormat } from './sniff.ts';

/** How well a picture stands out from a theme's surface. */
export interface Legibility {
  /** Contrast ratio of the part that stands out most: 1 is invisible, 21 is black on white. */
  contrast: number;
  /** The share of its ink that cannot be told from the surface. */
  invisibleShare: number;
}

/** What a picture shows, for scoring it. */
export interface Inspection {
  format: PictureFormat;
  contentType: string;
  /** In pixels, or in the drawing's own units. */
  width: number;
  height: number;
  isVector: boolean;
  /** The ratio of the shorter to the longer side, without transparent margins: 1 is square. */
  squareness: number;
  /** The mark has a background of its own instead of transparency around it. */
  hasBackground: boolean;
  /** Why there is nothing to see; absent if there is something. */
  blank?: string;
  /** Present if the picture has only this color. */
  singleColor?: string;
  /** It has no colors, like most placeholders. */
  isGray: boolean;
  legibility: Record<Theme, Legibility>;
  /** 64 bits as hex, of which few differ between pictures that look alike. */
  fingerprint: string;
  /** What to store instead of the original bytes: a sanitized drawing, or the best frame of an icon file as PNG. */
  replacement?: Buffer;
}

export interface InspectTask {
  body: Buffer;
  theme: Theme;
  /** Paint the picture in this color, keeping only its shape. */
  tint?: string;
  /** Cut off wide transparent margins, which would leave almost nothing of the mark in a small square. */
  trim?: boolean;
}

export interface RenditionTask {
  body: Buffer;
  kind: ImageKind;
  format: ImageFormat;
  /** Side of an icon, width of an Open Graph image. */
  pixels: number;
  /** The size that a drawing states, in CSS pixels. */
  size: number;
  /** A drawing becomes pixels of the format. */
  raster?: true;
  /** What is put around an icon, and the surface it is for. */
  look?: Look;
  theme?: Theme;
}

export interface PreviewTask {
  body: Buffer;
  /** The larger side at most; smaller pictures keep their size. */
  maxSide: number;
}

export interface EncodedImage {
  body: Buffer;
  contentType: string;
  width: number;
  height: number;
}

export interface Preview extends EncodedImage {
  inks: InkColor[];
}

/** A Buffer that is sent between processes arrives as a Uint8Array. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
