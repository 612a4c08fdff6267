import type { Home } from '../home.ts';
import { createParentDeathSignal } from '../process/parentDeathSignal.ts';
import type { SupervisedProcess } from '../process/spec.ts';
import { superviseProcess } from '../process/supervisor.ts';
import type { BinaryName } from '../provision/binaries.ts';
import type { Terminal } from '../terminal.ts';
import { reasonOf, UserError } from '../userError.ts';
import type { ServerProcessName } from './names.ts';
import { asUnprivilegedUser } from './postgres.ts';
import type { ServerRequirements, ServerSpec } from './specs.ts';

interface Deps {
  readonly specs: Record<ServerProcessName, ServerSpec>;
  readonly binaries: Partial<Record<BinaryName, string>>;
  readonly home: Home;
  readonly terminal: Terminal;
  readonly signal: AbortSignal | undefined;
}

const readyTimeoutMs = 90_000;
const graceMs = 10_000;

/**
 * Starts the servers side by side, the processes of each one after the other. Adds every process that is up to
 * `started`, even when another fails, so that the caller can stop it.
 */
export async function startProcesses(
  servers: readonly ServerRequirements[],
  { specs, binaries, home, terminal, signal }: Deps,
  started: Map<ServerProcessName, SupervisedProcess>,
): Promise<void> {
  const withParentDeathSignal = createParentDeathSignal();

  async function start(name: ServerProcessName) {
    const { binary, prepare, ...spec } = specs[name];
    await prepare?.().catch((cause) => {
      throw new UserError(`${spec.title} could not be prepared: ${reasonOf(cause)}`, { cause });
    });
    signal?.throwIfAborted();
    const wrapped = withParentDeathSignal({ command: binaries[binary] ?? name, args: spec.args }, spec.stopSignal);
    const commandLine = name === 'postgres' ? asUnprivilegedUser(wrapped) : wrapped;
    const wholeSpec = { ...spec, ...commandLine, cwd: home.folder, graceMs, readyTimeoutMs };
    started.set(name, await superviseProcess(wholeSpec, { home, terminal, signal }));
  }

  const titles = servers.flatMap(({ processes }) => processes.map((name) => specs[name].title));
  const step = terminal.step(`Starting ${titles.join(', ') || 'nothing'}`);
  const outcomes = await Promise.allSettled(
    servers.map(async ({ processes }) => {
      for (const name of processes) await start(name);
    }),
  );
  step.clear();
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  signal?.throwIfAborted();
}
