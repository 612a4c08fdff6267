/** Runs a command of the stack as a user would, with a data folder and ports of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ports, reserveFreePorts } from '../../deploy/local/servers/ports.ts';
import { eventually } from '../support/eventually.ts';

const projectRoot = fileURLToPath(new URL('../../', import.meta.url));
export const runScript = join(projectRoot, 'deploy/local/run.mjs');
export const stubStart = join(projectRoot, 'test/deploy/stubServices/start.mjs');

export interface Fixture {
  readonly home: string;
  readonly ports: Ports;
  readonly env: NodeJS.ProcessEnv;
  /** The pids of the processes that have the data folder on their command line. */
  processes(): number[];
  clear(): void;
}

export async function createFixture(): Promise<Fixture> {
  const home = mkdtempSync(join(tmpdir(), 'sightread-deploy-'));
  const { ports, release } = await reserveFreePorts();
  const { MONGODB_URI, TEMPORAL_ADDRESS, MINIO_ENDPOINT, ...rest } = process.env;
  const portVariables = Object.entries(ports).map(([name, port]) => [name, String(port)]);
  return {
    home,
    ports,
    env: { ...rest, SIGHTREAD_HOME: home, NO_COLOR: '1', ...Object.fromEntries(portVariables) },
    processes: () => processesWithArgument(home),
    clear: () => {
      release();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export interface Launched {
  readonly pid: number;
  output(): string;
  printed(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves to the exit code or signal. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

export function launch(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Launched {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => {
      hasEnded = true;
      resolve(signal ?? code ?? 1);
    });
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    kill: (signal) => child.kill(signal),
    async printed(text) {
      await eventually(`the command printed "${text}"`, () => output.includes(text) || hasEnded);
      if (!output.includes(text)) throw new Error(`the command ended without printing "${text}":\n${output}`);
    },
  };
}

function processesWithArgument(text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid)) return false;
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    });
}
