import { Failure } from '../../contracts/failures.ts';
import { inks } from '../../contracts/images/color.ts';
import type { Theme } from '../../contracts/images/parameters.ts';
import { type Candidate, type Judgement, shownUrl } from './candidate.ts';
import type { Decode, Undecodable } from './decode/pool.ts';
import type { Look } from './decode/protocol.ts';
import { sniffPicture } from './decode/sniff.ts';
import { readDataUrl } from './discover/addresses.ts';
import type { Fetch, Fetched } from './fetch.ts';
import { type Scored, scoreCandidate, vanishes } from './score.ts';
import { tintFor } from './tint.ts';

export interface JudgeLimits {
  timeoutMs: number;
  maxBytes: number;
}

export type Judge = (candidate: Candidate, theme: Theme, signal: AbortSignal) => Promise<Judgement>;

/** Downloads a candidate, looks at it and says what it is worth. */
export function createJudge(fetch: Fetch, decode: Decode, limits: JudgeLimits): Judge {
  return async (candidate, theme, signal) => {
    const downloaded = await download(fetch, candidate.url, limits, signal);
    if ('problem' in downloaded) return unusable(candidate, downloaded.problem);
    // Another may have won meanwhile; the decoder has better to do.
    if (signal.aborted) return unusable(candidate, 'not waited for');
    return judgeBody(decode, candidate, downloaded.body, theme);
  };
}

/** Judges bytes that are at hand. A single-colour icon that would vanish is painted anew. */
export async function judgeBody(decode: Decode, candidate: Candidate, body: Buffer, theme: Theme): Promise<Judgement> {
  const tint = tintFor(candidate, theme);
  const first = await decode.look({ body, theme, trim: true, ...(tint === undefined ? {} : { tint }) });
  if ('problem' in first) return unusable(candidate, first.problem);

  const repainted = await repaint(decode, body, first, theme);
  const look = repainted ?? first;
  const scored = scoreCandidate(candidate, look, theme, repainted !== undefined);
  return { candidate, record: recordOf(candidate, look, scored), picture: { body: look.kept ?? body, look } };
}

async function repaint(decode: Decode, body: Buffer, look: Look, theme: Theme): Promise<Look | undefined> {
  if (look.singleColour === undefined || look.blank !== undefined || !vanishes(look, theme)) return undefined;
  const again = await decode.look({ body, theme, trim: true, tint: inks[theme] });
  return 'problem' in again || vanishes(again, theme) ? undefined : again;
}

function recordOf(candidate: Candidate, look: Look, { score, reasons }: Scored): Judgement['record'] {
  return {
    ...{ url: shownUrl(candidate.url), source: candidate.source, reasons, chosen: false },
    ...{ width: Math.round(look.width), height: Math.round(look.height), contentType: look.contentType },
    ...(score === undefined ? {} : { score }),
  };
}

export function unusable(candidate: Candidate, reason: string): Judgement {
  return {
    candidate,
    record: { url: shownUrl(candidate.url), source: candidate.source, reasons: [reason], chosen: false },
  };
}

/** The bytes of a picture, whatever the server calls them; pages that answer for missing pictures are none. */
export async function download(
  fetch: Fetch,
  url: string,
  limits: JudgeLimits,
  signal: AbortSignal,
): Promise<{ body: Buffer } | Undecodable> {
  if (/^data:/i.test(url)) {
    const body = readDataUrl(url);
    return body === undefined || sniffPicture(body) === undefined ? { problem: 'not a picture' } : { body };
  }
  let answer: Fetched;
  try {
    answer = await fetch({
      ...{ url, signal, maxBytes: limits.maxBytes, totalTimeoutMs: limits.timeoutMs },
      accept: 'image/avif,image/webp,image/svg+xml,image/*;q=0.9,*/*;q=0.5',
    });
  } catch (error) {
    if (signal.aborted) return { problem: 'not waited for' };
    if (error instanceof Failure) return { problem: error.message };
    throw error;
  }
  if (answer.status !== 200) return { problem: `answered with status ${answer.status}` };
  return sniffPicture(answer.body) === undefined ? { problem: 'not a picture' } : { body: answer.body };
}
