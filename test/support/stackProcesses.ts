/** Kills and pauses single processes of the stack, by the names that its supervisor gives them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { stackEnv } from './stackEnv.ts';

/** Kills a process without warning and waits until the supervisor has started it again. Returns the pid of the dead one. */
export async function killProcess(name: string): Promise<number> {
  const pid = await runningPid(name);
  process.kill(pid, 'SIGKILL');
  await eventually(`${name} runs again`, () => pidsOf(name).some((other) => other !== pid));
  return pid;
}

/** Stops a process without closing its connections, like a network that drops every packet. Returns how to resume it. */
export async function pauseProcess(name: string): Promise<() => void> {
  const pid = await runningPid(name);
  process.kill(pid, 'SIGSTOP');
  return () => process.kill(pid, 'SIGCONT');
}

/** Waits, because the process may just be restarting. */
async function runningPid(name: string): Promise<number> {
  await eventually(`${name} runs`, () => pidsOf(name).length > 0);
  return pidsOf(name)[0] ?? runningPid(name);
}

/** Read from the names of the pid files, because a file may be deleted before its content is read. */
function pidsOf(name: string): number[] {
  return readdirSync(join(stackEnv('SIGHTREAD_HOME'), 'run'))
    .filter((file) => new RegExp(`^${name}-\\d+\\.json$`).test(file))
    .map((file) => Number.parseInt(file.slice(name.length + 1), 10));
}
