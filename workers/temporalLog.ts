import type { LogLevel } from '@temporalio/worker';
import type { Level } from 'pino';

const levels: Record<LogLevel, Level> = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' };

/** Warnings of the SDK that are our everyday: workers of one queue each, and callers who ask for pages that are not there. */
const everyday = ['No workflows registered', 'Workflow failed', 'Activity failed'];

/** Temporal's log levels in pino's words. */
export function temporalLogLevel(level: LogLevel, message: string): Level {
  return level === 'WARN' && everyday.some((words) => message.startsWith(words)) ? 'info' : levels[level];
}
