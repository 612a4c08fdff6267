import type { Job, JobStatus } from '../../../storage/jobs.ts';
import { Pill, type Tone } from '../view/components.tsx';
import { formatNumber } from '../view/format.ts';

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

export function Progress({ job: { _id, total, completed, failed } }: { job: Job }) {
  const label = `Progress of job ${_id.slice(0, 8)}`;
  return <ProgressBar label={label} total={total} completed={completed} failed={failed} />;
}

interface ProgressBarProps extends Pick<Job, 'total' | 'completed' | 'failed'> {
  label: string;
}

/** The share of completed and of failed pages. An SVG, because the content security policy forbids inline styles. */
export function ProgressBar({ label, total, completed, failed }: ProgressBarProps) {
  const percent = (pages: number) => ((100 * pages) / Math.max(1, total)).toFixed(2);
  return (
    <svg
      class="progress"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={completed + failed}
    >
      <rect class="ground" width="100" height="4" />
      <rect class="done" width={percent(completed)} height="4" />
      <rect class="failed" x={percent(completed)} width={percent(failed)} height="4" />
    </svg>
  );
}

export function progressText({ total, completed, failed }: Job) {
  return `${formatNumber(completed + failed)} of ${formatNumber(total)}${failed > 0 ? ` · ${formatNumber(failed)} failed` : ''}`;
}
