import { createHash } from 'node:crypto';

export type ImageKind = 'icon' | 'og';
export type ImageFormat = 'png' | 'webp' | 'jpg';
export type Theme = 'light' | 'dark';
export type Fallback = 'monogram' | '404';

/** An image request with every default filled in. */
export interface ImageParameters {
  kind: ImageKind;
  /** Width in CSS pixels; an icon is as high as it is wide. */
  size: number;
  format: ImageFormat;
  theme: Theme;
  fallback: Fallback;
  retina: boolean;
  version?: string;
}

export const imageFormats = ['png', 'webp', 'jpg'] as const satisfies readonly ImageFormat[];
export const themes = ['light', 'dark'] as const satisfies readonly Theme[];

export const minSize = 1;
export const maxSize = 2048;

const defaults = {
  icon: { size: 128, fallback: 'monogram' },
  og: { size: 1200, fallback: '404' },
} as const satisfies Record<ImageKind, { size: number; fallback: Fallback }>;

/** A parsed query string; a repeated parameter is a list, as in Koa. */
export type ImageQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads the query of an image request. No value is refused: one that is invalid means the default. */
export function parseImageParameters(kind: ImageKind, query: ImageQuery): ImageParameters {
  const version = first(query['v']);
  return {
    kind,
    size: parseSize(first(query['size']), defaults[kind].size),
    format: oneOf(imageFormats, first(query['format'])) ?? 'png',
    // An Open Graph image is the same in both themes; one theme for all keeps it from being stored twice.
    theme: kind === 'og' ? 'light' : (oneOf(themes, first(query['theme'])) ?? 'light'),
    fallback: oneOf(['monogram', '404'] as const, first(query['fallback'])) ?? defaults[kind].fallback,
    retina: first(query['retina']) === 'true',
    ...(version === undefined || version === '' ? {} : { version }),
  };
}

/** The width of the rendition in device pixels. */
export function pixelsOf({ size, retina }: Pick<ImageParameters, 'size' | 'retina'>): number {
  return retina ? size * 2 : size;
}

/**
 * The cache key of an image request: the same for all requests that get the same image.
 *
 * @example imageCacheKey('example.com', parameters) // 'icon/example.com/128-png-light-monogram-1x'
 */
export function imageCacheKey(domain: string, parameters: ImageParameters): string {
  const { kind, size, format, theme, fallback, retina, version } = parameters;
  const key = `${kind}/${domain}/${size}-${format}-${theme}-${fallback}-${retina ? '2x' : '1x'}`;
  return version === undefined ? key : `${key}-v${versionDigest(version)}`;
}

/** The object name of a stored rendition. It contains the source's digest, so a new source gets new renditions. */
export function renditionObjectName(digest: string, { kind, size, format, retina }: ImageParameters): string {
  return `${digest}/${kind}-${size}-${format}-${retina ? '2x' : '1x'}`;
}

/** `v` may be any string of any length; its digest is short and safe. 16 hex digits suffice within one domain. */
function versionDigest(version: string): string {
  return createHash('sha256').update(version).digest('hex').slice(0, 16);
}

function parseSize(text: string | undefined, fallback: number): number {
  if (text === undefined || !/^[+-]?\d+(?:\.\d*)?$/.test(text.trim())) return fallback;
  return Math.min(maxSize, Math.max(minSize, Math.trunc(Number(text))));
}

/** Of a repeated parameter only the first value counts. */
function first(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value[0];
}

function oneOf<T extends string>(values: readonly T[], value: string | undefined): T | undefined {
  return values.find((each) => each === value);
}
