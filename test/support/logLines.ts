import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type LogLine = Record<string, unknown>;

/** The JSON log lines that all processes of a stack have written so far. */
export function readLogLines(home: string): LogLine[] {
  const folder = join(home, 'logs');
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"level"'))
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as LogLine];
        } catch {
          // The last line may be only half written.
          return [];
        }
      }),
  );
}
