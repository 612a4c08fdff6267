/** Single processes of ours, started by the test instead of the stack. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ensureCompiled } from '../../deploy/build/cache.mjs';
import type { CommandLine } from '../../deploy/local/process/spec.ts';
import { projectRoot } from '../../deploy/local/project.ts';
import { productCommands } from '../../deploy/local/services/commands.ts';

export interface Process {
  readonly pid: number;
  /** With which the process said that it is ready. */
  readonly readyMessage: unknown;
  stop(): Promise<void>;
}

export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('the server has no port');
  return String(address.port);
}

export async function startGateway(env: Record<string, string | undefined>): Promise<Process> {
  return startProcess(productCommands(await ensureCompiled(projectRoot)).gateway(), env);
}

export async function startWorker(
  queues: readonly string[],
  env: Record<string, string | undefined>,
): Promise<Process> {
  return startProcess(productCommands(await ensureCompiled(projectRoot)).worker(queues), env);
}

/** Runs a command with this environment and a free metrics port, and waits for its ready message. */
async function startProcess({ command, args }: CommandLine, env: Record<string, string | undefined>): Promise<Process> {
  const child = spawn(command, args, {
    env: { ...env, METRICS_PORT: await freePort() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const [readyMessage] = await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => {
      throw new Error(`${args.join(' ')} ended (${code})`);
    }),
  ]);
  return {
    pid: child.pid ?? 0,
    readyMessage,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
