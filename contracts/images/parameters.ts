import { createHash } from 'node:crypto';

export type ImageKind = 'icon' | 'og';
export type ImageFormat = 'png' | 'webp' | 'jpg';
export type Theme = 'light' | 'dark';
export type Fallback = 'monogram' | '404' | 'card';
export type Plate = 'auto' | 'none' | 'light' | 'dark';

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
  /** A drawing, a monogram too, becomes pixels of the format. */
  raster?: true;
  /** Absent if nothing is put around the icon. */
  look?: Look;
}

/** What is put around an icon. */
export interface Look {
  /** The tile that it stands on; `auto` is the one on which it is seen best, and none behind a picture that fills its square. */
  plate: Plate;
  /** Room around the icon, in percent of the side. */
  padding: number;
  /** Rounds the corners, in percent of the side: 50 makes a circle. */
  radius: number;
}

export const plates = ['auto', 'none', 'light', 'dark'] as const satisfies readonly Plate[];
export const maxPadding = 40;
export const maxRadius = 50;
/** Of a plate, if the request does not say otherwise. */
export const plateDefaults = { padding: 16, radius: 22 } as const;

/** Which fallbacks an image can have. */
export const fallbacks = { icon: ['monogram', '404'], og: ['monogram', 'card', '404'] } as const satisfies Record<
  ImageKind,
  readonly Fallback[]
>;

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

/** Reads the query of an image request. A value that is invalid means the default; `lookProblem` names those that are refused. */
export function parseImageParameters(kind: ImageKind, query: ImageQuery): ImageParameters {
  const version = first(query['v']);
  return {
    kind,
    size: parseSize(first(query['size']), defaults[kind].size),
    format: oneOf(imageFormats, first(query['format'])) ?? 'png',
    // An Open Graph image is the same in both themes; one theme for all keeps it from being stored twice.
    theme: kind === 'og' ? 'light' : (oneOf(themes, first(query['theme'])) ?? 'light'),
    fallback: oneOf<Fallback>(fallbacks[kind], first(query['fallback'])) ?? defaults[kind].fallback,
    retina: first(query['retina']) === 'true',
    ...(version === undefined || version === '' ? {} : { version }),
    ...(first(query['raster']) === 'true' ? { raster: true } : {}),
    ...(kind === 'icon' ? parseLook(query) : {}),
  };
}

function parseLook(query: ImageQuery): Pick<ImageParameters, 'look'> {
  const plate = oneOf(plates, first(query['plate'])) ?? 'none';
  const unset = plate === 'none' ? { padding: 0, radius: 0 } : plateDefaults;
  const padding = percentOf(first(query['padding']), maxPadding) ?? unset.padding;
  const radius = percentOf(first(query['radius']), maxRadius) ?? unset.radius;
  return plate === 'none' && padding === 0 && radius === 0 ? {} : { look: { plate, padding, radius } };
}

/** Why a request is refused: the parameters of a look are ours alone, and a mistake in them would go unnoticed. */
export function lookProblem(query: ImageQuery): string | undefined {
  const [plate, padding, radius] = [first(query['plate']), first(query['padding']), first(query['radius'])];
  if (plate !== undefined && !oneOf(plates, plate)) return `plate is one of ${plates.join(', ')}.`;
  if (padding !== undefined && percentOf(padding, maxPadding) === undefined)
    return `padding is a whole number of percent from 0 to ${maxPadding}.`;
  if (radius !== undefined && percentOf(radius, maxRadius) === undefined)
    return `radius is a whole number of percent from 0 to ${maxRadius}.`;
  return undefined;
}

function percentOf(text: string | undefined, max: number): number | undefined {
  return text !== undefined && /^\d{1,2}%?$/.test(text) && Number.parseInt(text, 10) <= max
    ? Number.parseInt(text, 10)
    : undefined;
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
  const variant = [size, format, theme, fallback, retina ? '2x' : '1x'].join('-') + additionsOf(parameters);
  // Thousands of keys are kept. A joined one is a string; of a template, V8 would keep every step of its concatenation.
  const key = [kind, domain, variant].join('/');
  return version === undefined ? key : `${key}-v${versionDigest(version)}`;
}

/** The object name of a stored rendition. It contains the source's digest, so a new source gets new renditions. */
export function renditionObjectName(digest: string, parameters: ImageParameters): string {
  const { kind, size, format, retina } = parameters;
  return `${digest}/${kind}-${size}-${format}-${retina ? '2x' : '1x'}${additionsOf(parameters)}`;
}

/** The theme is among them, because the plate depends on it while the picture may be the same for both. */
function additionsOf({ raster, look, theme }: ImageParameters): string {
  const plate = look ? `-${look.plate}-${theme}-${look.padding}-${look.radius}` : '';
  return `${raster ? '-raster' : ''}${plate}`;
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
