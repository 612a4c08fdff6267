import type { LogLevel } from '@temporalio/worker';
import type { Level } from 'pino';

const levels: Record<LogLevel, Level> = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' };

/** Warnings of the SDK that are normal here: workers with a single queue, and activities that fail for a caller's reason. */
const everyday = ['No workflows registered', 'Workflow failed', 'Activity failed'];

/** Temporal's log level as one of pino's. */
export function temporalLogLevel(level: LogLevel, message: string): Level {
  return level === 'WARN' && everyday.some((words) => message.startsWith(words)) ? 'info' : levels[level];
}
