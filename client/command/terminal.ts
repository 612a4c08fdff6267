/** Where the command writes, and in which colors. */
export interface Terminal {
  /** The result: standard output carries nothing else. */
  print(text: string): void;
  /** Remarks for the person at the terminal. */
  note(text: string): void;
  /** A line that replaces the one before; nothing where there is no terminal. */
  showStatus(text: string): void;
  /** Whether the result goes to a person rather than into a file or another program. */
  isInteractive: boolean;
  style(text: string, style: Style): string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const styles = { bold: 1, dim: 2, italic: 3, underline: 4, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Style = keyof typeof styles | { background: string };

const controlSequence = '\u001b[';

export function openTerminal(env: Environment): Terminal {
  const isInteractive = process.stdout.isTTY === true;
  const hasColors = env['FORCE_COLOR'] ? env['FORCE_COLOR'] !== '0' : isInteractive && !env['NO_COLOR'];
  let statusLength = 0;
  const clearStatus = () => {
    if (statusLength > 0) process.stderr.write(`\r${controlSequence}2K`);
    statusLength = 0;
  };
  return {
    isInteractive,
    print(text) {
      clearStatus();
      process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
    },
    note(text) {
      clearStatus();
      process.stderr.write(`${text}\n`);
    },
    showStatus(text) {
      if (process.stderr.isTTY !== true) return;
      clearStatus();
      const shown = text.slice(0, (process.stderr.columns ?? 80) - 1);
      process.stderr.write(shown);
      statusLength = shown.length;
    },
    style(text, style) {
      if (!hasColors) return text;
      if (typeof style === 'string') return `${controlSequence}${styles[style]}m${text}${controlSequence}0m`;
      const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(style.background.slice(at, at + 2), 16));
      return `${controlSequence}48;2;${r};${g};${b}m${text}${controlSequence}0m`;
    },
  };
}

/** The text of a page without what a terminal would obey: a page must not move the cursor or write to the clipboard. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
