/** Addresses of icons and Open Graph images. Nothing here needs a secret key or Node: it is for web pages, too. */

/**
 * How an image is wanted; every part may be left out.
 *
 * @example
 * ```ts
 * import { type ImageOptions, iconUrl } from '@sightread/client/images';
 *
 * const options: ImageOptions = { token: 'pk_…', size: 64, format: 'webp' };
 * console.log(iconUrl('github.com', options)); // http://localhost:3001/github.com?token=pk_%E2%80%A6&size=64&format=webp
 * ```
 */
export interface ImageOptions {
  /** The publishable key. */
  token: string;
  /** The address of the image API. Default: `http://localhost:3001`. */
  url?: string;
  /** Width in CSS pixels, 1 to 2048. Default: 128, for Open Graph images 1200. */
  size?: number;
  /** Of pixels; an icon that is a vector stays one. Default: `png`. */
  format?: 'png' | 'webp' | 'jpg';
  /** The background that it will stand on. Default: `light`. */
  theme?: 'light' | 'dark';
  /** What a site without an image gets; a `card` for Open Graph images only. Default: `monogram`, for those `404`. */
  fallback?: 'monogram' | 'card' | '404';
  /** Twice the pixels. */
  retina?: boolean;
  /** What would be sent as SVG becomes pixels of the format. */
  raster?: boolean;
  /** A tile behind an icon; `auto` is the one on which it is seen best. Default: `none`. */
  plate?: 'auto' | 'none' | 'light' | 'dark';
  /** Room around an icon in percent of its side, 0 to 40. Default: 16 with a plate, otherwise 0. */
  padding?: number;
  /** Rounds the corners of an icon, in percent of its side, 0 to 50. Default: 22 with a plate, otherwise 0. */
  radius?: number;
  /** A new value has the site asked again. */
  v?: string;
}

const defaultImageUrl = 'http://localhost:3001';

/**
 * The address of a domain's icon.
 *
 * @example
 * ```ts
 * import { iconUrl } from '@sightread/client/images';
 *
 * console.log(iconUrl('github.com', { token: 'pk_1', size: 64, theme: 'dark' }));
 * // http://localhost:3001/github.com?token=pk_1&size=64&theme=dark
 * ```
 */
export function iconUrl(domain: string, options: ImageOptions): string {
  return imageUrl(encodeURIComponent(domain), options);
}

/**
 * The address of a domain's Open Graph image.
 *
 * @example
 * ```ts
 * import { openGraphUrl } from '@sightread/client/images';
 *
 * console.log(openGraphUrl('github.com', { token: 'pk_1' })); // http://localhost:3001/og/github.com?token=pk_1
 * ```
 */
export function openGraphUrl(domain: string, options: ImageOptions): string {
  return imageUrl(`og/${encodeURIComponent(domain)}`, options);
}

function imageUrl(path: string, { url = defaultImageUrl, ...parameters }: ImageOptions): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  return `${url.replace(/\/+$/, '')}/${path}?${query}`;
}
