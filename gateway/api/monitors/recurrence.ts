import { Cron } from 'croner';
import { Failure } from '../../../contracts/failures.ts';
import type { Recurrence } from '../../../contracts/work/monitors.ts';

/** A site is not to be bothered more often. */
const minIntervalMs = 5 * 60_000;
const maxIntervalMs = 366 * 24 * 60 * 60_000;
/** So many runs of a cron expression are looked at: those of a day, at the shortest interval. */
const checkedRuns = 300;

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Reads `every`; what is wrong with it is a sentence for the caller. */
export function parseEvery(every: string): Recurrence {
  const [, number, unit] = /^\s*(\d{1,6})\s*([mhdw])\s*$/.exec(every) ?? [];
  if (number && unit) return interval(Number(number) * unitMs[unit as keyof typeof unitMs], every);
  return cronExpression(every.trim().replace(/\s+/g, ' '));
}

function interval(intervalMs: number, every: string): Recurrence {
  if (intervalMs < minIntervalMs) throw tooOften(every);
  if (intervalMs > maxIntervalMs) throw refusal(`${every} is longer than a year.`);
  return { intervalMs };
}

function cronExpression(cron: string): Recurrence {
  const fields = cron.split(' ');
  if (fields.length !== 5)
    throw refusal(
      `${JSON.stringify(cron.slice(0, 100))} is neither an interval such as \`1h\` nor a cron expression with five fields.`,
    );
  // Cron joins the two by "or", the scheduler by "and".
  if (fields[2] !== '*' && fields[4] !== '*') throw refusal('name days of the month or days of the week, not both.');
  const runs = nextRuns(cron);
  if (runs.length === 0) throw refusal(`${cron} never comes.`);
  const gaps = runs.slice(1).map((run, at) => run.getTime() - (runs[at]?.getTime() ?? 0));
  if (gaps.some((gap) => gap < minIntervalMs)) throw tooOften(cron);
  return { cron };
}

function nextRuns(cron: string): Date[] {
  try {
    return new Cron(cron, { timezone: 'UTC', paused: true }).nextRuns(checkedRuns);
  } catch {
    throw refusal(`${JSON.stringify(cron)} is not a cron expression.`);
  }
}

function tooOften(every: string): Failure {
  return refusal(`${every} is more often than every five minutes.`);
}

function refusal(sentence: string): Failure {
  return new Failure('InvalidRequest', `\`every\`: ${sentence}`);
}
