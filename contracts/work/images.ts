import type { ImageKind, ImageParameters, Theme } from '../images/parameters.ts';
import type { SourceKind } from '../images/source.ts';

/** The input of `refreshIcon`: which source to look for again, and which renditions callers wait for. */
export interface RefreshWork {
  readonly kind: ImageKind;
  readonly domain: string;
  readonly theme: Theme;
  /** Rendered as soon as the source is there. */
  readonly wanted: readonly ImageParameters[];
}

/** The input of `renderImage`. */
export interface RenderWork {
  readonly domain: string;
  readonly parameters: ImageParameters;
  /** The picture to render, if the caller has just looked it up. */
  readonly source?: { readonly from: SourceKind; readonly digest: string };
}

/** A search among the names of the curated marks. An empty text means those of the showcase. */
export interface BrandSearch {
  readonly text: string;
  readonly limit: number;
}

/** A brand with a curated mark. */
export interface Brand {
  name: string;
  /** Its main one first. */
  domains: string[];
}

/** Each hourly sweep collects another part of the pictures, so that a week goes through all. */
export const hoursOfWeek = 7 * 24;

/** The input of `collectPictures`: the hour of the week, which says what part of the pictures is looked at. */
export interface CollectWork {
  readonly hourOfWeek: number;
}

/** Where the sweep goes on: after this source, having refreshed `count` so far. */
export interface SweepWork {
  readonly after?: string;
  readonly count?: number;
}
