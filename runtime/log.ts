import { type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on standard output, each with the fields of `more`. Fields that could hold a secret are redacted. */
export function createLogger(part: string, level: string, more: () => object | undefined = () => undefined): Logger {
  return pino({
    level,
    mixin: () => more() ?? {},
    base: { part, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['authorization', '*.authorization', 'token', '*.token', 'headers', '*.headers'], censor: '…' },
  });
}
