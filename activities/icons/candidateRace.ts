import type { Theme } from '../../contracts/images/parameters.ts';
import { type Candidate, type Evaluation, rejectCandidate } from './candidate.ts';
import type { EvaluateCandidate } from './evaluate.ts';
import { goodScore, maxScore } from './score.ts';
import type { SearchLimits } from './searchLimits.ts';

interface Deps {
  evaluate: EvaluateCandidate;
  limits: SearchLimits;
  theme: Theme;
  signal: AbortSignal;
  /** When the search began, on the clock of `performance.now()`. */
  startedAt: number;
}

/** Evaluates candidates concurrently, within limits, and stops waiting when nothing better can come. */
export function createCandidateRace({ evaluate, limits, theme, signal, startedAt }: Deps) {
  const evaluations: Evaluation[] = [];
  const seenUrls = new Set<string>();
  const unfinished = new Set<Candidate>();
  /** The work under way, with the highest score that it may lead to. */
  const pending = new Map<Promise<void>, number>();
  let bytesLeft = limits.maxTotalBytes;

  function track(work: Promise<void>, highest: number): void {
    const tracked: Promise<void> = work.finally(() => pending.delete(tracked));
    pending.set(tracked, highest);
  }

  function add(candidates: readonly Candidate[]): void {
    const ranked = [...candidates].sort((a, b) => maxScore(b, theme) - maxScore(a, theme));
    for (const candidate of ranked) {
      if (seenUrls.has(candidate.url) || seenUrls.size >= limits.maxCandidates || bytesLeft <= 0) continue;
      seenUrls.add(candidate.url);
      unfinished.add(candidate);
      const evaluated = evaluate(candidate, theme, signal).then((evaluation) => {
        bytesLeft -= evaluation.picture?.body.length ?? 0;
        unfinished.delete(candidate);
        evaluations.push(evaluation);
      });
      track(evaluated, maxScore(candidate, theme));
    }
  }

  function graceMs(): number {
    const { minMs, maxMs, shareOfElapsed } = limits.grace;
    return Math.min(maxMs, Math.max(minMs, (performance.now() - startedAt) * shareOfElapsed));
  }

  return {
    add,
    /** Adds candidates that are still being discovered; none of them can be better than `best`. */
    addLater: (candidates: Promise<readonly Candidate[]>, best: Candidate) =>
      track(candidates.then(add), maxScore(best, theme)),
    settled: () => waitForBest(evaluations, pending, graceMs),
    bestScore: () => bestScore(evaluations),
    hasPicture: () => evaluations.some(({ picture }) => picture !== undefined),
    /** All evaluations; what is still under way counts as rejected. */
    results: (): Evaluation[] => [
      ...evaluations,
      ...[...unfinished].map((candidate) => rejectCandidate(candidate, 'not waited for: another had won')),
    ],
  };
}

/** Resolves when nothing is pending, when nothing pending can win, or when the grace period after a good icon is over. */
async function waitForBest(
  evaluations: readonly Evaluation[],
  pending: ReadonlyMap<Promise<void>, number>,
  graceMs: () => number,
): Promise<void> {
  let graceEnd: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isGraceOver = false;
  while (pending.size > 0 && !isGraceOver) {
    const best = bestScore(evaluations);
    if (best >= Math.max(...pending.values())) break;
    if (best >= goodScore && graceEnd === undefined) {
      graceEnd = new Promise((resolve) => {
        timer = setTimeout(() => {
          isGraceOver = true;
          resolve();
        }, graceMs());
      });
    }
    await Promise.race([...pending.keys(), ...(graceEnd === undefined ? [] : [graceEnd])]);
  }
  clearTimeout(timer);
}

function bestScore(evaluations: readonly Evaluation[]): number {
  return evaluations.reduce(
    (best, { record }) => Math.max(best, record.score ?? Number.NEGATIVE_INFINITY),
    Number.NEGATIVE_INFINITY,
  );
}
