/** Summarizes the services' log lines for the terminal. */

const minLevel = 40; // pino: warn
const levelNames: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal' };
const maxLength = 200;

/** A warning or an error in one short line; undefined for every other line. */
export function summarizeLogLine(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { level, msg, err }: Record<string, unknown> = { ...entry };
  if (typeof level !== 'number' || level < minLevel) return undefined;
  const cause = typeof err === 'object' && err !== null && 'message' in err ? String(err.message) : undefined;
  const message = [msg, cause].filter((each, index, all) => each && all.indexOf(each) === index).join(': ');
  const text = `${levelNames[level] ?? `level ${level}`}: ${message.replace(/\s+/g, ' ')}`;
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
