import { createHash } from 'node:crypto';

export type ImageKind = 'icon' | 'og';
export type ImageFormat = 'png' | 'webp' | 'jpg';
export type Theme = 'light' | 'dark';
export type Fallback = 'monogram' | '404';

/** What a caller asked to see, with nothing left open. */
export interface ImageParameters {
  kind: ImageKind;
  /** Width of the image in CSS pixels, and height too where it is an icon. */
  size: number;
  format: ImageFormat;
  theme: Theme;
  fallback: Fallback;
  retina: boolean;
  version?: string;
}

export const imageFormats = ['png', 'webp', 'jpg'] as const satisfies readonly ImageFormat[];
export const themes = ['light', 'dark'] as const satisfies readonly Theme[];

export const smallestSize = 1;
export const largestSize = 2048;

const defaults = {
  icon: { size: 128, fallback: 'monogram' },
  og: { size: 1200, fallback: '404' },
} as const satisfies Record<ImageKind, { size: number; fallback: Fallback }>;

/** A query as Koa and `URLSearchParams` give it: a repeated parameter is a list. */
export type ImageQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads the query of an image request. No value is refused: what cannot be used means the default. */
export function parseImageParameters(kind: ImageKind, query: ImageQuery): ImageParameters {
  const version = first(query['v']);
  return {
    kind,
    size: parseSize(first(query['size']), defaults[kind].size),
    format: oneOf(imageFormats, first(query['format'])) ?? 'png',
    // A page's card looks the same on every surface; one theme for all keeps it from being stored twice.
    theme: kind === 'og' ? 'light' : (oneOf(themes, first(query['theme'])) ?? 'light'),
    fallback: oneOf(['monogram', '404'] as const, first(query['fallback'])) ?? defaults[kind].fallback,
    retina: first(query['retina']) === 'true',
    ...(version === undefined || version === '' ? {} : { version }),
  };
}

/** The pixels of one side (an icon) or of the width (a card): doubled where a retina image was asked for. */
export function pixelsOf({ size, retina }: Pick<ImageParameters, 'size' | 'retina'>): number {
  return retina ? size * 2 : size;
}

/**
 * The canonical name of a rendition: equal for equal images, and safe as an object name.
 *
 * @example renditionKey('example.com', parameters) // 'icon/example.com/128-png-light-monogram-1x'
 */
export function renditionKey(domain: string, parameters: ImageParameters): string {
  const { kind, size, format, theme, fallback, retina, version } = parameters;
  const key = `${kind}/${domain}/${size}-${format}-${theme}-${fallback}-${retina ? '2x' : '1x'}`;
  return version === undefined ? key : `${key}-v${versionDigest(version)}`;
}

/** Where the rendition of a source is stored. Named by the source's digest, so that a new source gets new renditions. */
export function renditionName(digest: string, { kind, size, format, retina }: ImageParameters): string {
  return `${digest}/${kind}-${size}-${format}-${retina ? '2x' : '1x'}`;
}

/** `v` may be any string of any length; its digest is neither. 16 hex digits do not collide within one domain. */
function versionDigest(version: string): string {
  return createHash('sha256').update(version).digest('hex').slice(0, 16);
}

function parseSize(text: string | undefined, fallback: number): number {
  if (text === undefined || !/^[+-]?\d+(?:\.\d*)?$/.test(text.trim())) return fallback;
  return Math.min(largestSize, Math.max(smallestSize, Math.trunc(Number(text))));
}

/** Of a repeated parameter the first counts. */
function first(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value[0];
}

function oneOf<T extends string>(values: readonly T[], value: string | undefined): T | undefined {
  return values.find((known) => known === value);
}
