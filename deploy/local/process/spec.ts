/** How a process of the stack is run, and how the rest of the stack sees it once it runs. */

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ProcessSpec extends CommandLine {
  /** Used in process records and log file names. */
  readonly name: string;
  /** Used in messages to the user. */
  readonly title: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The process loads its code and then waits for this; it needs an IPC channel (runtime/heldStart.ts). */
  readonly startWhen?: Promise<unknown> | undefined;
  /** Requests an orderly shutdown; default SIGTERM. */
  readonly stopSignal?: NodeJS.Signals;
  /** Time between the stop signal and SIGKILL. */
  readonly graceMs: number;
  readonly readyTimeoutMs: number;
  /** Polled until it stops throwing. Without a probe, the process sends `{ type: 'ready' }` over its IPC channel. */
  readonly probe?: () => Promise<void>;
  /** Receives each line of output; the log file gets all of them as well. */
  readonly onLine?: (line: string) => void;
}

export interface SupervisedProcess {
  readonly name: string;
  /** Undefined while no process is running, as between a crash and the restart. */
  readonly pid: number | undefined;
  readonly restarts: number;
  /** The IPC message with which the latest run reported that it is ready; undefined for a process with a probe. */
  readonly readyMessage: unknown;
  /** Sends a signal as an accident would: the supervisor restarts the process if the signal ends it. */
  kill(signal: NodeJS.Signals): void;
  /** Resolves once the process is ready; after a `kill`, once the next run is. */
  waitReady(): Promise<void>;
  /** `now` sends SIGKILL without the grace period. */
  stop(options?: { now?: boolean }): Promise<void>;
}
