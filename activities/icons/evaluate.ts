import { inks } from '../../contracts/images/color.ts';
import type { Theme } from '../../contracts/images/parameters.ts';
import { type Candidate, type Evaluation, rejectCandidate, rejectPicture, shortenUrl } from './candidate.ts';
import { maxCardAspect } from './decode/limits.ts';
import type { DecoderPool } from './decode/pool.ts';
import type { Inspection } from './decode/protocol.ts';
import { type DownloadLimits, downloadPicture } from './download.ts';
import type { Fetch } from './fetch.ts';
import type { Mark } from './marks/marks.ts';
import { isInvisible, type Scored, scoreCandidate } from './score.ts';
import { tintFor } from './tint.ts';

export type EvaluateCandidate = (candidate: Candidate, theme: Theme, signal: AbortSignal) => Promise<Evaluation>;

/** Downloads, inspects and scores candidates. */
export function createEvaluateCandidate(fetch: Fetch, decoder: DecoderPool, limits: DownloadLimits): EvaluateCandidate {
  return async (candidate, theme, signal) => {
    const downloaded = await downloadPicture(fetch, candidate.url, limits, signal);
    if ('problem' in downloaded) return rejectCandidate(candidate, downloaded.problem);
    // If another candidate won during the download, this one need not be decoded.
    if (signal.aborted) return rejectCandidate(candidate, 'not waited for');
    return evaluateBytes(decoder, candidate, downloaded.body, theme, signal);
  };
}

/** Inspects and scores a downloaded picture. A single-color icon that would be invisible is repainted. */
export async function evaluateBytes(
  decoder: DecoderPool,
  candidate: Candidate,
  body: Buffer,
  theme: Theme,
  signal: AbortSignal,
): Promise<Evaluation> {
  const tint = tintFor(candidate, theme);
  const first = await decoder.inspect({ body, theme, trim: true, ...(tint === undefined ? {} : { tint }) }, signal);
  if ('problem' in first) return rejectPicture(candidate, first);

  const repainted = await repaint(decoder, body, first, theme, signal);
  const inspection = repainted ?? first;
  const scored = scoreCandidate(candidate, inspection, theme, repainted !== undefined);
  return {
    record: recordOf(candidate, inspection, scored),
    picture: { body: inspection.replacement ?? body, inspection },
  };
}

async function repaint(
  decoder: DecoderPool,
  body: Buffer,
  inspection: Inspection,
  theme: Theme,
  signal: AbortSignal,
): Promise<Inspection | undefined> {
  const { singleColor, blank } = inspection;
  if (singleColor === undefined || blank !== undefined || !isInvisible(inspection, theme)) return undefined;
  const repainted = await decoder.inspect({ body, theme, trim: true, tint: inks[theme] }, signal);
  return 'problem' in repainted || isInvisible(repainted, theme) ? undefined : repainted;
}

/** Inspects and scores the drawing of a curated mark. */
export async function evaluateMark(
  decoder: DecoderPool,
  { name, tint }: Mark,
  svg: string,
  theme: Theme,
  signal: AbortSignal,
): Promise<Evaluation> {
  const candidate = { url: `${name}.svg`, source: 'mark' as const };
  const body = Buffer.from(svg);
  const inspection = await decoder.inspect({ body, theme, ...(tint === undefined ? {} : { tint }) }, signal);
  if ('problem' in inspection) return rejectPicture(candidate, inspection);
  const { width, height, contentType, replacement } = inspection;
  const scored = scoreCandidate(candidate, inspection, theme, tint !== undefined);
  return {
    record: { ...candidate, ...scored, width, height, contentType, chosen: false },
    picture: { body: replacement ?? body, inspection },
  };
}

/** Smaller pictures that are declared as a card are tracking pixels and spacers. */
const minCardSide = 32;

/** Inspects a downloaded Open Graph image. Cards do not compete: the first usable one wins, so each has score 0. */
export async function evaluateCard(
  decoder: DecoderPool,
  url: string,
  body: Buffer,
  signal: AbortSignal,
): Promise<Evaluation> {
  const candidate = { url, source: 'card' as const };
  const inspection = await decoder.inspect({ body, theme: 'light' }, signal);
  if ('problem' in inspection) return rejectPicture(candidate, inspection);
  const { width, height, contentType, replacement } = inspection;
  if (inspection.blank !== undefined) return rejectCandidate(candidate, `nothing to see: ${inspection.blank}`);
  if (height > width * maxCardAspect) return rejectCandidate(candidate, 'too tall for a card');
  if (!inspection.isVector && Math.min(width, height) < minCardSide)
    return rejectCandidate(candidate, `only ${width}×${height} pixels`);
  const reasons = ['first that can be used'];
  return {
    record: { url: shortenUrl(url), source: 'card', score: 0, reasons, chosen: false, width, height, contentType },
    picture: { body: replacement ?? body, inspection },
  };
}

function recordOf(candidate: Candidate, inspection: Inspection, { score, reasons }: Scored): Evaluation['record'] {
  const { width, height, contentType } = inspection;
  return {
    ...{ url: shortenUrl(candidate.url), source: candidate.source, reasons, chosen: false },
    ...{ width: Math.round(width), height: Math.round(height), contentType },
    ...(score === undefined ? {} : { score }),
  };
}
