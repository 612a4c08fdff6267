import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Child<Message> {
  /** The first message that the script sent. */
  message: Message;
  process: ChildProcess;
  stop(): void;
}

/** Runs a script of `processes/` in a process of its own, where it takes no time from the process that measures. */
export async function forkScript<Message = string>(name: string, args: string[] = []): Promise<Child<Message>> {
  const path = fileURLToPath(new URL(`./processes/${name}.ts`, import.meta.url));
  const child = fork(path, args, { execArgv: ['--import', 'tsx'] });
  const message = await new Promise<Message>((resolve, reject) => {
    child
      .once('message', (sent: unknown) => resolve(sent as Message))
      .once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return { message, process: child, stop: () => child.kill() };
}
