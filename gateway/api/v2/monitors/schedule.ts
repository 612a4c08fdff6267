import { Failure } from '../../../../contracts/failures.ts';
import { isRecord } from '../../../../contracts/json/isRecord.ts';

const utc: readonly unknown[] = [undefined, null, '', 'UTC', 'Etc/UTC', 'GMT'];
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const units: Readonly<Record<string, string>> = { minute: 'm', hour: 'h', day: 'd', week: 'w' };

/** The schedule of a monitor as `every`; what a cron expression or an interval may be is checked there. */
export function everyOf(schedule: unknown): string {
  if (!isRecord(schedule)) throw new Failure('InvalidRequest', '`schedule` must be an object with `cron` or `text`.');
  const { cron, text, timezone } = schedule;
  if (!utc.includes(timezone)) throw new Failure('InvalidRequest', '`schedule.timezone`: times are in UTC.');
  if (typeof cron === 'string') return cron;
  const every = typeof text === 'string' ? everyInWords(text.trim().toLowerCase()) : undefined;
  if (every !== undefined) return every;
  throw new Failure(
    'InvalidRequest',
    '`schedule`: say it as a `cron` expression, or as a `text` such as "every 30 minutes", "hourly" or "daily at 9:00".',
  );
}

function everyInWords(text: string): string | undefined {
  if (text === 'hourly') return '0 * * * *';
  const [, number = '1', unit] = /^every (?:(\d{1,4}) )?(minute|hour|day|week)s?$/.exec(text) ?? [];
  if (unit) return `${number}${units[unit]}`;
  const [, day, hour = '0', minute = '0', half] =
    /^(?:(?:every )?(\w+)|\w+)(?: at (\d{1,2})(?::(\d{2}))? ?(am|pm)?)?$/.exec(text) ?? [];
  const at = `${Number(minute)} ${hourOf(Number(hour), half)}`;
  if (day === 'daily' || day === 'day') return `${at} * * *`;
  if (day === 'weekly') return `${at} * * 0`;
  const weekday = days.indexOf(day?.replace(/s$/, '') ?? '');
  return weekday < 0 ? undefined : `${at} * * ${weekday}`;
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

/** How a schedule is shown: `every` is a cron expression or an interval. */
export function scheduleOf(every: string): { cron?: string; text?: string; timezone: 'UTC' } {
  return { ...(/\s/.test(every.trim()) ? { cron: every } : { text: `every ${every}` }), timezone: 'UTC' };
}
