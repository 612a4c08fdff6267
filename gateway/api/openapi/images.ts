import { maxQueryLength } from '../../../contracts/images/nameSearch.ts';
import {
  fallbacks,
  imageFormats,
  maxPadding,
  maxRadius,
  maxSize,
  minSize,
  plateDefaults,
  plates,
  themes,
} from '../../../contracts/images/parameters.ts';

interface Kind {
  operationId: string;
  summary: string;
  description: string;
  size: number;
  fallback: 'monogram' | '404';
  fallbacks: readonly string[];
  /** Parameters that the other kind does not have. */
  additions: readonly object[];
}

const icon: Kind = {
  operationId: 'icon',
  summary: 'The icon of a domain',
  description:
    'A square image for an `<img>` element. A parameter that is not valid means the default; only `plate`, `padding` and `radius` are refused then.',
  size: 128,
  fallback: 'monogram',
  fallbacks: fallbacks.icon,
  additions: [
    query(
      'plate',
      { enum: plates, default: 'none' },
      'A tile behind the icon: `light`, `dark`, or with `auto` the one on which it is seen best, and none where it is a tile itself.',
    ),
    query(
      'padding',
      { type: 'integer', minimum: 0, maximum: maxPadding },
      `Room around the icon in percent of the side; ${plateDefaults.padding} with a plate, otherwise 0.`,
    ),
    query(
      'radius',
      { type: 'integer', minimum: 0, maximum: maxRadius },
      `Rounds the corners, in percent of the side: 50 makes a circle; ${plateDefaults.radius} with a plate, otherwise 0.`,
    ),
  ],
};
const openGraph: Kind = {
  operationId: 'openGraphImage',
  summary: 'The Open Graph image of a domain',
  description: 'The picture that the home page gives for previews, as wide as asked for.',
  size: 1200,
  fallback: '404',
  fallbacks: fallbacks.og,
  additions: [],
};

function query(name: string, schema: object, description: string) {
  return { name, in: 'query', required: false, schema, description };
}

const binary = { type: 'string', format: 'binary' };
const text = { 'text/plain': { schema: { type: 'string' } } };

function operation({ operationId, summary, description, size, fallback, ...kind }: Kind) {
  return {
    tags: ['Images'],
    operationId,
    summary,
    description,
    security: [{ publishableKey: [] }],
    parameters: [
      {
        name: 'domain',
        in: 'path',
        required: true,
        schema: { type: 'string', maxLength: 253 },
        example: 'example.com',
        description: 'A domain; a whole URL means its host.',
      },
      query(
        'size',
        { type: 'integer', minimum: minSize, maximum: maxSize, default: size },
        'The width in CSS pixels; an icon is as high as it is wide.',
      ),
      query('format', { enum: imageFormats, default: 'png' }, 'An icon that is only there as SVG is sent as SVG.'),
      query(
        'raster',
        { enum: ['true', 'false'], default: 'false' },
        'What would be sent as SVG, a monogram too, becomes pixels of the format.',
      ),
      query('theme', { enum: themes, default: 'light' }, 'The background that an icon is for.'),
      query('retina', { enum: ['true', 'false'], default: 'false' }, 'Twice as many pixels for the same size.'),
      query('fallback', { enum: kind.fallbacks, default: fallback }, fallbackText(kind.fallbacks)),
      query('v', { type: 'string' }, 'A new value has the site searched again, at most once a minute.'),
      ...kind.additions,
    ],
    responses: {
      200: {
        description: 'The image. `X-Sightread-Source` says where it is from; browsers may keep it for a day.',
        headers: {
          ETag: { schema: { type: 'string' } },
          'Cache-Control': { schema: { type: 'string' } },
          'X-Cache': { schema: { enum: ['HIT', 'MISS', 'STALE'] } },
          'X-Sightread-Source': { schema: { type: 'string' } },
        },
        content: Object.fromEntries(
          ['image/png', 'image/webp', 'image/jpeg', 'image/svg+xml'].map((type) => [type, { schema: binary }]),
        ),
      },
      304: { description: 'The image that the caller has is still the right one.' },
      400: { description: 'It is no domain, or a parameter is not valid.', content: text },
      401: { description: 'The key is not valid, or the page that shows the image may not use it.', content: text },
      404: { description: 'The site has no image, and `fallback=404` asked to be told.', content: text },
      503: { description: 'Try again in the seconds that `Retry-After` says.', content: text },
    },
  };
}

/** It counts as one image request. */
const nameSearch = {
  tags: ['Images'],
  operationId: 'searchIcons',
  summary: 'Domains by name',
  description:
    'Finds the domain of a brand: first among the curated marks, then among the domains that your account has asked for in the last 60 days. Counts as one image request.',
  security: [{ publishableKey: [] }],
  parameters: [
    query('q', { type: 'string', maxLength: maxQueryLength }, 'A name or the beginning of one; empty finds nothing.'),
  ],
  responses: {
    200: {
      description: 'The closest first, at most 20.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['results'],
            properties: {
              results: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['domain', 'name', 'icon'],
                  properties: {
                    domain: { type: 'string' },
                    name: { type: 'string' },
                    icon: { type: 'string', format: 'uri', description: 'The address of its icon, with your key.' },
                  },
                },
              },
            },
          },
          example: {
            results: [{ domain: 'github.com', name: 'GitHub', icon: 'http://localhost:3001/github.com?token=pk_1' }],
          },
        },
      },
    },
    400: { description: 'The name is too long.', content: text },
    401: { description: 'The key is not valid, or the page may not use it.', content: text },
    503: { description: 'Try again in the seconds that `Retry-After` says.', content: text },
  },
};

function fallbackText(values: readonly string[]): string {
  const card = 'a `card` is drawn from its title, name, color and icon, always in pixels.';
  return `What is sent if the site has none${values.includes('card') ? `; ${card}` : '.'}`;
}

/** The image API, which has an address of its own. */
export function imagePaths(url: string) {
  const servers = [{ url }];
  return {
    '/search': { servers, get: nameSearch },
    '/{domain}': { servers, get: operation(icon) },
    '/og/{domain}': { servers, get: operation(openGraph) },
  };
}
