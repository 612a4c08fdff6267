/** Output for the user: lines, and steps that show how long they have been running. */
import { styleText } from 'node:util';

interface Step {
  done(outcome?: string): void;
  /** Ends the step without a line of its own; the caller that handles a failure reports it. */
  clear(): void;
}

export interface Terminal {
  print(line: string): void;
  step(title: string): Step;
  paint(style: Parameters<typeof styleText>[0], text: string): string;
}

/** Where the output is not a terminal, a step prints a line after this time and then at each interval. */
const firstReminderMs = 2_000;
const reminderIntervalMs = 15_000;

export const silentTerminal: Terminal = {
  print: () => {},
  step: () => ({ done: () => {}, clear: () => {} }),
  paint: (_, text) => text,
};

export function createTerminal(out: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Terminal {
  const isLive = out.isTTY === true && env.TERM !== 'dumb';
  const isColored = isLive && !env.NO_COLOR;
  const running = new Map<Step, { title: string; since: number }>();
  let isStatusShown = false;
  let timer: NodeJS.Timeout | undefined;
  // A terminal window that the user closes must not end the stack.
  out.on('error', () => {});

  const paint: Terminal['paint'] = (style, text) => (isColored ? styleText(style, text) : text);
  function clearStatus() {
    if (isStatusShown) out.write('\r\x1b[2K');
    isStatusShown = false;
  }
  function drawStatus() {
    if (!isLive || running.size === 0) return;
    clearStatus();
    const text = [...running.values()].map(({ title, since }) => `${title} ${elapsed(since)}`).join(' · ');
    out.write(paint('dim', `… ${text}`.slice(0, (out.columns || 80) - 1)));
    isStatusShown = true;
  }
  function print(line: string) {
    clearStatus();
    out.write(`${line}\n`);
    drawStatus();
  }

  function step(title: string): Step {
    const since = Date.now();
    const remind = () => print(`… ${title}, ${elapsed(since)}`);
    const reminders = isLive ? [] : [setTimeout(remind, firstReminderMs), setInterval(remind, reminderIntervalMs)];
    for (const each of reminders) each.unref();
    function end() {
      for (const each of reminders) clearTimeout(each);
      running.delete(own);
      if (running.size === 0 && timer) timer = void clearInterval(timer);
      clearStatus();
    }
    const own: Step = {
      done: (outcome = title) => {
        end();
        print(`${paint('green', '✓')} ${outcome} ${paint('dim', `(${elapsed(since)})`)}`);
      },
      clear: () => {
        end();
        drawStatus();
      },
    };
    running.set(own, { title, since });
    if (isLive) timer ??= setInterval(drawStatus, 1_000).unref();
    drawStatus();
    return own;
  }

  return { print, step, paint };
}

function elapsed(since: number): string {
  const seconds = (Date.now() - since) / 1_000;
  if (seconds < 60) return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')} min`;
}
