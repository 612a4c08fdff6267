import type { Job, JobStatus } from '../../../storage/jobs.ts';
import { formatNumber } from '../view/format.ts';
import { Pill, type Tone } from '../view/components.tsx';

const tones: Record<JobStatus, Tone> = { scraping: 'accent', completed: 'good', failed: 'bad', cancelled: 'plain' };
const labels: Record<JobStatus, string> = {
  scraping: 'running',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

export function StatusPill({ status }: { status: JobStatus }) {
  return <Pill tone={tones[status]}>{labels[status]}</Pill>;
}

/** How far a job is: what worked, then what failed. Drawn, since a page may not carry styles of its own. */
export function Progress({ job: { _id, total, completed, failed } }: { job: Job }) {
  const share = (part: number) => ((100 * part) / Math.max(1, total)).toFixed(2);
  return (
    <svg
      class="progress"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      role="progressbar"
      aria-label={`Progress of job ${_id.slice(0, 8)}`}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={completed + failed}
    >
      <rect class="ground" width="100" height="4" />
      <rect class="done" width={share(completed)} height="4" />
      <rect class="failed" x={share(completed)} width={share(failed)} height="4" />
    </svg>
  );
}

export function progressText({ total, completed, failed }: Job) {
  return `${formatNumber(completed + failed)} of ${formatNumber(total)}${failed > 0 ? ` · ${formatNumber(failed)} failed` : ''}`;
}
