/** Records what a terminal shows while commands run in it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import xterm, { type IBufferCell, type Terminal } from '@xterm/headless';

export const columns = 92;
export const rows = 26;

const typingMs = 38;
const pauseMs = 900;
const sampleMs = 80;

/** Characters that look alike, side by side. */
export interface Run {
  text: string;
  color?: string;
  background?: string;
  bold: boolean;
}

export type Screen = readonly (readonly Run[])[];

export interface Frame {
  /** In milliseconds since the beginning. */
  at: number;
  screen: Screen;
}

/** Types each command, runs it in a pseudo-terminal, and keeps what was to be seen. A command takes as long as it takes. */
export async function recordTerminal(
  commands: readonly string[],
  env: Record<string, string>,
  cwd: string,
): Promise<Frame[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
  const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  const frames: Frame[] = [];
  let clock = 0;

  function keep(): void {
    const screen = screenOf(terminal);
    if (JSON.stringify(screen) !== JSON.stringify(frames.at(-1)?.screen)) frames.push({ at: clock, screen });
  }

  for (const command of commands) {
    await write('\x1b[38;2;245;165;36m❯\x1b[0m ');
    for (const letter of command) {
      await write(letter);
      clock += typingMs;
      keep();
    }
    await write('\r\n');
    const started = Date.now();
    const before = clock;
    const sampler = setInterval(() => {
      clock = before + Date.now() - started;
      keep();
    }, sampleMs);
    await writeAll(runInTerminal(command, env, cwd), write);
    clearInterval(sampler);
    clock = before + Date.now() - started;
    keep();
    await write('\r\n');
    clock += pauseMs;
  }
  return frames;
}

/** What a command prints to a terminal. */
async function* runInTerminal(command: string, env: Record<string, string>, cwd: string): AsyncGenerator<string> {
  const sized = `stty cols ${columns} rows ${rows}; ${command}`;
  const child = spawn('script', ['-qec', sized, '/dev/null'], {
    cwd,
    env: { ...env, TERM: 'xterm-256color', COLORTERM: 'truecolor' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  yield* child.stdout.setEncoding('utf8');
  const [code] = await ended;
  if (code !== 0) throw new Error(`"${command}" ended with ${code}`);
}

async function writeAll(chunks: AsyncIterable<string>, write: (text: string) => Promise<void>): Promise<void> {
  for await (const chunk of chunks) await write(chunk);
}

function screenOf({ buffer: { active } }: Terminal): Screen {
  return Array.from({ length: rows }, (_, y) => {
    const line = active.getLine(active.baseY + y);
    const runs: Run[] = [];
    for (let x = 0; line && x < columns; x += 1) {
      const cell = line.getCell(x);
      if (!cell || cell.getWidth() === 0) continue;
      const look = lookOf(cell);
      const last = runs.at(-1);
      const text = cell.getChars() || ' ';
      if (last && last.color === look.color && last.background === look.background && last.bold === look.bold)
        last.text += text;
      else runs.push({ text, ...look });
    }
    return runs.filter(({ text, background }, at) => background || text.trim() || at < runs.length - 1);
  });
}

function lookOf(cell: IBufferCell): Omit<Run, 'text'> {
  const ownColor = colorOf(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor());
  const color = ownColor ?? (cell.isDim() ? dimColor : undefined);
  const background = colorOf(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor());
  return {
    ...(color && { color }),
    ...(background && { background }),
    bold: Boolean(cell.isBold()),
  };
}

const dimColor = '#8b9bb0';
const palette = ['#16202c', '#e5687a', '#7fc98f', '#f5a524', '#6aa8f0', '#c792ea', '#62c5c9', '#d6deeb'];

function colorOf(isRgb: boolean | number, isPalette: boolean | number, value: number): string | undefined {
  if (isRgb) return `#${value.toString(16).padStart(6, '0')}`;
  if (!isPalette) return undefined;
  return value === 8 ? dimColor : palette[value % 8];
}
