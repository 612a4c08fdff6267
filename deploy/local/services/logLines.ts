/** From a service's log lines to the few words worth showing at the terminal. */

const worthShowing = 40; // pino: warn
const names: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal' };
const longest = 200;

/** A warning or error in short; undefined for every other line. */
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
  if (typeof level !== 'number' || level < worthShowing) return undefined;
  const cause = typeof err === 'object' && err !== null && 'message' in err ? String(err.message) : undefined;
  const said = [msg, cause].filter((part, place, all) => part && all.indexOf(part) === place).join(': ');
  const text = `${names[level] ?? `level ${level}`}: ${said.replace(/\s+/g, ' ')}`;
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
