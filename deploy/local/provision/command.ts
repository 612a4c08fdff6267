/** Runs a command until it exits. The error for a failed command quotes the command's own output. */
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

const maxOutputLength = 64 * 1024;
/** Time between SIGTERM and SIGKILL, in which a build tool removes its temporary folders. */
const graceMs = 3_000;

/** Resolves to the last 64 KiB of the output (both streams). */
export function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    let killedBy: 'timeout' | 'aborted' | undefined;
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: options.env ?? process.env,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      detached: true, // a process group of its own, so that the compilers it starts are killed too
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        output = (output + chunk).slice(-maxOutputLength);
      });
    }
    function signalGroup(signal: NodeJS.Signals) {
      try {
        if (child.pid) process.kill(-child.pid, signal);
      } catch {
        // the process has already exited
      }
    }
    function kill(reason: 'timeout' | 'aborted') {
      killedBy ??= reason;
      signalGroup('SIGTERM');
      setTimeout(() => signalGroup('SIGKILL'), graceMs).unref();
    }
    const abort = () => kill('aborted');
    const timer = setTimeout(() => kill('timeout'), options.timeoutMs);
    options.signal?.addEventListener('abort', abort, { once: true });
    function cleanUp() {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', abort);
    }
    child.once('error', (error: NodeJS.ErrnoException) => {
      cleanUp();
      reject(new CommandFailed(`${command}: ${error.message}`, error.code === 'ENOENT' ? 'missing' : 'failed'));
    });
    child.once('close', (code, signal) => {
      cleanUp();
      if (killedBy === 'aborted') reject(new CommandFailed(`${command} was stopped`, 'aborted'));
      else if (killedBy === 'timeout') {
        reject(new CommandFailed(`${command} took longer than ${Math.round(options.timeoutMs / 1_000)} s`, 'timeout'));
      } else if (code === 0) resolve(output);
      else
        reject(
          new CommandFailed(`${command} failed (${signal ?? `exit code ${code}`}): ${failureLineIn(output)}`, 'failed'),
        );
    });
    if (options.signal?.aborted) abort();
  });
}

/** The last line that looks like an error message, or else the last line. */
function failureLineIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const errorLine = lines.filter((line) => /error|fail|cannot|refused|no space|not found|denied/i.test(line)).at(-1);
  return (errorLine ?? lines.filter(Boolean).at(-1) ?? 'it printed nothing').slice(0, 300);
}
