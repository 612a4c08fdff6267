import type { LogLevel } from '@temporalio/worker';
import type { Level } from 'pino';

const levels: Record<LogLevel, Level> = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' };

/** Temporal's log levels in pino's words. */
export const temporalLogLevel = (level: LogLevel): Level => levels[level];
