import type { Theme } from '../../contracts/images/parameters.ts';
import type { Candidate, CandidateSource } from './candidate.ts';
import type { Look } from './decode/protocol.ts';

/**
 * What a candidate is worth, all in one place. The sum decides; a curated mark is beyond the reach of any site's file.
 */
export const weights = {
  /** Who named it: drawings and home-screen icons are made to be shown large and alone, logos to stand in a header. */
  source: {
    mark: 1000,
    'svg-icon': 60,
    'well-known-svg': 56,
    'touch-icon': 55,
    'well-known-touch': 52,
    manifest: 52,
    'fluid-icon': 48,
    icon: 46,
    'manifest-maskable': 42,
    'mask-icon': 34,
    tile: 32,
    'well-known-icon': 30,
    'json-ld': 26,
    'manifest-monochrome': 20,
    service: 10,
    card: 0,
  } satisfies Record<CandidateSource, number>,

  /** The shorter side in pixels, at least. A drawing is sharp at every size. */
  vector: 34,
  resolution: [
    [384, 30],
    [180, 27],
    [128, 22],
    [96, 14],
    [64, 6],
    [48, 0],
    [32, -12],
    [16, -28],
    [0, -45],
  ],

  /** Shorter by longer side without transparent margins, at least. */
  squareness: [
    [0.92, 10],
    [0.78, 5],
    [0.6, -8],
    [0.4, -28],
    [0, -48],
  ],

  /** How it suits the surface it will be shown on. */
  theme: {
    /** A declared dark-mode icon is what the site wants to be seen there: it wins over all its other files. */
    declaredDark: 200,
    declaredLight: 6,
    declaredForTheOther: -90,
    standsOut: 10,
    faint: -14,
    partlyVanishes: -30,
    recoloured: -8,
    /** A plate of its own is a patch on the surface. */
    plate: -3,
  },
} as const;

/** Contrast from which a mark is easily seen, below which it is hardly seen, and below which it is not. */
const contrasts = { standsOut: 3, faint: 1.8, vanishes: 1.35 };
/** Narrower than this it is a wordmark or a line, and unreadable in a square. */
const narrowest = 0.22;

export interface Scored {
  /** Undefined where it must not be used. */
  score?: number;
  reasons: string[];
}

/** Adds up what a candidate is worth on a theme's surface, with a reason for every number. */
export function scoreCandidate(candidate: Candidate, look: Look, theme: Theme, recoloured: boolean): Scored {
  if (look.blank !== undefined) return { reasons: [`nothing to see: ${look.blank}`] };
  if (look.squareness < narrowest) return { reasons: ['far too wide or too tall for a square'] };
  if (vanishes(look, theme)) return { reasons: [`cannot be seen on ${theme}`] };

  const parts: [points: number, reason: string][] = [
    [weights.source[candidate.source], candidate.source],
    sharpness(look),
    [
      atLeast(weights.squareness, look.squareness),
      look.squareness >= 0.92 ? 'square' : `squareness ${look.squareness.toFixed(2)}`,
    ],
    ...themeParts(candidate, look, theme, recoloured),
  ];
  return {
    score: parts.reduce((sum, [points]) => sum + points, 0),
    reasons: parts
      .filter(([points]) => points !== 0)
      .map(([points, reason]) => `${points > 0 ? '+' : ''}${points} ${reason}`),
  };
}

/** What a candidate could reach at most, from its declaration alone: decides what is downloaded and waited for. */
export function highestScore({ source, declaredSide, declaredTheme }: Candidate, theme: Theme): number {
  const isDrawing = source === 'svg-icon' || source === 'well-known-svg' || source === 'mask-icon';
  const mayBeDrawing = isDrawing || declaredSide === undefined || declaredSide === Number.POSITIVE_INFINITY;
  const resolution = mayBeDrawing ? weights.vector : atLeast(weights.resolution, declaredSide);
  const declared = declaredTheme === undefined ? 0 : declaredPoints(declaredTheme, theme);
  return weights.source[source] + resolution + atLeast(weights.squareness, 1) + declared + weights.theme.standsOut;
}

/** Nothing of it, or next to nothing, can be told from the surface. */
export function vanishes({ legibility, tile }: Look, theme: Theme): boolean {
  const { contrast, vanishing } = legibility[theme];
  return contrast < contrasts.vanishes || (!tile && vanishing > 0.9);
}

/** So good that waiting for something better is hardly worth it: a sharp, square, visible icon made to be one. */
export const goodScore = weights.source.icon + 22 + 10;

function sharpness({ vector, width, height }: Look): [number, string] {
  if (vector) return [weights.vector, 'drawing, sharp at every size'];
  return [atLeast(weights.resolution, Math.min(width, height)), `${width}×${height} pixels`];
}

function themeParts(candidate: Candidate, look: Look, theme: Theme, recoloured: boolean): [number, string][] {
  const { contrast, vanishing } = look.legibility[theme];
  const parts: [number, string][] = [];
  if (candidate.declaredTheme !== undefined) {
    parts.push([declaredPoints(candidate.declaredTheme, theme), `declared for ${candidate.declaredTheme}`]);
  }
  if (recoloured) parts.push([weights.theme.recoloured, `recoloured to be seen on ${theme}`]);
  if (!look.tile && vanishing > 0.5) parts.push([weights.theme.partlyVanishes, `most of it vanishes on ${theme}`]);
  else if (contrast >= contrasts.standsOut) parts.push([weights.theme.standsOut, `stands out on ${theme}`]);
  else if (contrast < contrasts.faint) parts.push([weights.theme.faint, `faint on ${theme}`]);
  if (look.tile && look.singleColour === undefined) parts.push([weights.theme.plate, 'has a plate of its own']);
  return parts;
}

function declaredPoints(declared: Theme, theme: Theme): number {
  if (declared !== theme) return weights.theme.declaredForTheOther;
  return theme === 'dark' ? weights.theme.declaredDark : weights.theme.declaredLight;
}

function atLeast(steps: readonly (readonly [number, number])[], value: number): number {
  return steps.find(([from]) => value >= from)?.[1] ?? 0;
}
