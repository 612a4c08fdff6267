import type { JobProgress } from '../jobs/progress.ts';

const barWidth = 20;

/** A line about a job that runs: how much of it is done, how fast, and how long it will take at that speed. */
export function createProgressLine(now: () => number = Date.now): (progress: JobProgress) => string {
  let first: { settled: number; time: number } | undefined;
  return ({ total, completed, failed }) => {
    const settled = completed + failed;
    first ??= { settled, time: now() };
    const seconds = (now() - first.time) / 1_000;
    const rate = seconds > 0 ? (settled - first.settled) / seconds : 0;
    const share = total > 0 ? settled / total : 0;
    const filled = Math.round(share * barWidth);
    const parts = [
      `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`,
      `${settled}/${total}`,
      `${Math.floor(share * 100)} %`,
      ...(rate > 0 ? [`${rate.toFixed(1)} pages/s`] : []),
      ...(rate > 0 && settled < total ? [`${duration((total - settled) / rate)} left`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ];
    return parts.join('  ');
  };
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60];
  const padded = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`;
}
