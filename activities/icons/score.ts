import type { Theme } from '../../contracts/images/parameters.ts';
import type { Candidate, CandidateSource } from './candidate.ts';
import type { Inspection } from './decode/protocol.ts';

/** The points of every criterion. The candidate with the highest sum wins; no file of a site can outrank a mark. */
export const weights = {
  /** Drawings and home-screen icons are made to be shown large and alone; logos are made for page headers. */
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

  /** A drawing is sharp at every size. */
  vector: 34,
  /** The shorter side in pixels, with the points for that many or more. */
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

  /** The ratio of the shorter to the longer side without transparent margins, with the points for that or more. */
  squareness: [
    [0.92, 10],
    [0.78, 5],
    [0.6, -8],
    [0.4, -36],
    [0, -48],
  ],

  /** How well it suits the surface that it is shown on. */
  theme: {
    /** A dark-mode icon is what the site itself wants shown on dark, so it wins over all its other files. */
    declaredDark: 200,
    declaredLight: 6,
    declaredForOtherTheme: -90,
    standsOut: 10,
    faint: -14,
    mostlyInvisible: -30,
    recolored: -8,
    /** An icon with its own background looks like a patch on the surface. */
    ownBackground: -3,
  },
} as const;

/** Contrasts from which an icon stands out, and below which it is faint or invisible. */
const contrasts = { standsOut: 3, faint: 1.8, invisible: 1.35 };
/** A narrower picture is a wordmark or a line, which is unreadable in a square. */
const minSquareness = 0.22;

export interface Scored {
  /** Undefined if the candidate must not be used. */
  score?: number;
  reasons: string[];
}

/** Adds up a candidate's points for a theme, with a reason for each. */
export function scoreCandidate(
  candidate: Candidate,
  inspection: Inspection,
  theme: Theme,
  isRecolored: boolean,
): Scored {
  if (inspection.blank !== undefined) return { reasons: [`nothing to see: ${inspection.blank}`] };
  if (inspection.squareness < minSquareness) return { reasons: ['far too wide or too tall for a square'] };
  if (isInvisible(inspection, theme)) return { reasons: [`cannot be seen on ${theme}`] };

  const parts: [points: number, reason: string][] = [
    [weights.source[candidate.source], candidate.source],
    sharpness(inspection),
    [
      pointsFrom(weights.squareness, inspection.squareness),
      inspection.squareness >= 0.92 ? 'square' : `squareness ${inspection.squareness.toFixed(2)}`,
    ],
    ...themeParts(candidate, inspection, theme, isRecolored),
  ];
  return {
    score: parts.reduce((sum, [points]) => sum + points, 0),
    reasons: parts
      .filter(([points]) => points !== 0)
      .map(([points, reason]) => `${points > 0 ? '+' : ''}${points} ${reason}`),
  };
}

/** The highest score that a candidate can reach by its declaration: decides what is downloaded and waited for. */
export function maxScore({ source, declaredSide, declaredTheme }: Candidate, theme: Theme): number {
  const isDrawing = source === 'svg-icon' || source === 'well-known-svg' || source === 'mask-icon';
  const mayBeDrawing = isDrawing || declaredSide === undefined || declaredSide === Number.POSITIVE_INFINITY;
  const resolution = mayBeDrawing ? weights.vector : pointsFrom(weights.resolution, declaredSide);
  const declared = declaredTheme === undefined ? 0 : declaredPoints(declaredTheme, theme);
  return weights.source[source] + resolution + pointsFrom(weights.squareness, 1) + declared + weights.theme.standsOut;
}

/** Nothing, or almost nothing, of the picture stands out from the surface. */
export function isInvisible({ legibility, hasBackground }: Inspection, theme: Theme): boolean {
  const { contrast, invisibleShare } = legibility[theme];
  return contrast < contrasts.invisible || (!hasBackground && invisibleShare > 0.9);
}

/** A declared icon of 128 pixels that is square: waiting for a better one is hardly worth it. */
export const goodScore = weights.source.icon + 22 + 10;

function sharpness({ isVector, width, height }: Inspection): [number, string] {
  if (isVector) return [weights.vector, 'drawing, sharp at every size'];
  return [pointsFrom(weights.resolution, Math.min(width, height)), `${width}×${height} pixels`];
}

function themeParts(
  candidate: Candidate,
  inspection: Inspection,
  theme: Theme,
  isRecolored: boolean,
): [number, string][] {
  const { contrast, invisibleShare } = inspection.legibility[theme];
  const parts: [number, string][] = [];
  if (candidate.declaredTheme !== undefined) {
    parts.push([declaredPoints(candidate.declaredTheme, theme), `declared for ${candidate.declaredTheme}`]);
  }
  if (isRecolored) parts.push([weights.theme.recolored, `recolored to be seen on ${theme}`]);
  if (!inspection.hasBackground && invisibleShare > 0.5)
    parts.push([weights.theme.mostlyInvisible, `most of it is invisible on ${theme}`]);
  else if (contrast >= contrasts.standsOut) parts.push([weights.theme.standsOut, `stands out on ${theme}`]);
  else if (contrast < contrasts.faint) parts.push([weights.theme.faint, `faint on ${theme}`]);
  if (inspection.hasBackground && inspection.singleColor === undefined)
    parts.push([weights.theme.ownBackground, 'has its own background']);
  return parts;
}

function declaredPoints(declared: Theme, theme: Theme): number {
  if (declared !== theme) return weights.theme.declaredForOtherTheme;
  return theme === 'dark' ? weights.theme.declaredDark : weights.theme.declaredLight;
}

/** The points of the first step that the value reaches. */
function pointsFrom(steps: readonly (readonly [number, number])[], value: number): number {
  return steps.find(([from]) => value >= from)?.[1] ?? 0;
}
