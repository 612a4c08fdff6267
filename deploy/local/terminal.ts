/** What the person sees while things happen: lines, and steps that show how long they have been going on. */
import { styleText } from 'node:util';

interface Step {
  done(outcome?: string): void;
  /** Ends the step without a word; the failure is told by whoever handles it. */
  clear(): void;
}

export interface Terminal {
  print(line: string): void;
  step(title: string): Step;
  paint(style: Parameters<typeof styleText>[0], text: string): string;
}

/** Without a terminal, a step that lasts is mentioned after the first and then every so many milliseconds. */
const firstMentionMs = 2_000;
const mentionEveryMs = 15_000;

export const silentTerminal: Terminal = {
  print: () => {},
  step: () => ({ done: () => {}, clear: () => {} }),
  paint: (_, text) => text,
};

export function createTerminal(out: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Terminal {
  const live = out.isTTY === true && env.TERM !== 'dumb';
  const coloured = live && !env.NO_COLOR;
  const running = new Map<Step, { title: string; since: number }>();
  let shown = false;
  let timer: NodeJS.Timeout | undefined;
  // A terminal that was closed must not take the stack down with it.
  out.on('error', () => {});

  const paint: Terminal['paint'] = (style, text) => (coloured ? styleText(style, text) : text);
  function clear() {
    if (shown) out.write('\r\x1b[2K');
    shown = false;
  }
  function draw() {
    if (!live || running.size === 0) return;
    clear();
    const text = [...running.values()].map(({ title, since }) => `${title} ${elapsed(since)}`).join(' · ');
    out.write(paint('dim', `… ${text}`.slice(0, (out.columns || 80) - 1)));
    shown = true;
  }
  function say(line: string) {
    clear();
    out.write(`${line}\n`);
    draw();
  }

  function step(title: string): Step {
    const since = Date.now();
    const mention = () => say(`… ${title}, ${elapsed(since)}`);
    const timers = live ? [] : [setTimeout(mention, firstMentionMs), setInterval(mention, mentionEveryMs)];
    for (const each of timers) each.unref();
    function end() {
      for (const each of timers) clearTimeout(each);
      running.delete(own);
      if (running.size === 0 && timer) timer = void clearInterval(timer);
      clear();
    }
    const own: Step = {
      done: (outcome = title) => {
        end();
        say(`${paint('green', '✓')} ${outcome} ${paint('dim', `(${elapsed(since)})`)}`);
      },
      clear: () => {
        end();
        draw();
      },
    };
    running.set(own, { title, since });
    if (live) timer ??= setInterval(draw, 1_000).unref();
    draw();
    return own;
  }

  return { print: say, step, paint };
}

function elapsed(since: number): string {
  const seconds = (Date.now() - since) / 1_000;
  if (seconds < 60) return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')} min`;
}
