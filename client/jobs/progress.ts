/**
 * How far a job is.
 *
 * @example
 * ```ts
 * import type { JobProgress } from '@sightread/client';
 *
 * const percent = ({ completed, failed, total }: JobProgress) => Math.round(((completed + failed) / total) * 100);
 * const job = await client.batch(['https://example.com/a']);
 * console.log(percent(await job.wait())); // 100
 * ```
 */
export interface JobProgress {
  id: string;
  /** `completed`: every URL is settled and at least one was read; `failed`: none was. */
  status: 'scraping' | 'completed' | 'failed' | 'cancelled';
  /** The number of URLs; of a crawl, those that it has found so far. */
  total: number;
  completed: number;
  failed: number;
  creditsUsed: number;
  /** When the results are deleted. */
  expiresAt: string;
  /** What the caller should know about the job as a whole. */
  warning?: string;
}

export function hasEnded({ status }: Pick<JobProgress, 'status'>): boolean {
  return status !== 'scraping';
}
