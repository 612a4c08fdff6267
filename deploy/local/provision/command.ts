/** Runs a tool to its end. Its output is kept for the sentence that says why it failed. */
import { spawn } from 'node:child_process';

export interface CommandOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  constructor(
    message: string,
    readonly reason: 'missing' | 'failed' | 'timeout' | 'aborted',
  ) {
    super(message);
  }
}

const keptOutput = 64 * 1024;
/** Time for a build tool to remove its temporary folders. */
const graceMs = 3_000;

/** Resolves to what the tool printed (both streams), at most the last 64 KiB of it. */
export function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    let ended: 'timeout' | 'aborted' | undefined;
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: options.env ?? process.env,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      detached: true, // a group of its own, so that its compilers end with it
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        output = (output + chunk).slice(-keptOutput);
      });
    }
    function signalGroup(signal: NodeJS.Signals) {
      try {
        if (child.pid) process.kill(-child.pid, signal);
      } catch {
        // it is gone already
      }
    }
    function end(why: 'timeout' | 'aborted') {
      ended ??= why;
      signalGroup('SIGTERM');
      setTimeout(() => signalGroup('SIGKILL'), graceMs).unref();
    }
    const abort = () => end('aborted');
    const timer = setTimeout(() => end('timeout'), options.timeoutMs);
    options.signal?.addEventListener('abort', abort, { once: true });
    function settle() {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', abort);
    }
    child.once('error', (error: NodeJS.ErrnoException) => {
      settle();
      reject(new CommandFailed(`${command}: ${error.message}`, error.code === 'ENOENT' ? 'missing' : 'failed'));
    });
    child.once('close', (code, signal) => {
      settle();
      if (ended === 'aborted') reject(new CommandFailed(`${command} was stopped`, 'aborted'));
      else if (ended === 'timeout') {
        reject(new CommandFailed(`${command} took longer than ${Math.round(options.timeoutMs / 1_000)} s`, 'timeout'));
      } else if (code === 0) resolve(output);
      else
        reject(
          new CommandFailed(`${command} failed (${signal ?? `exit code ${code}`}): ${lastWords(output)}`, 'failed'),
        );
    });
    if (options.signal?.aborted) abort();
  });
}

/** The last line that says something, for a sentence. */
function lastWords(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => /error|fail|cannot|refused|no space|not found|denied/i.test(line)).at(-1);
  return (telling ?? lines.filter(Boolean).at(-1) ?? 'it said nothing').slice(0, 300);
}
