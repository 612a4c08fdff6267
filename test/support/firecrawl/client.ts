/** The official Firecrawl clients, as programs use them, each in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { providePython } from '../../bench/python.ts';
import { api, secretKey } from '../client.ts';

/** The JavaScript client wants Node 22, and finds a WebSocket there. */
export const nodePackage = 'node@22.23.3';
/** It pins a bundle of certificates that not every mirror has, so its other dependencies are named one by one. */
export const pythonPackage = 'firecrawl-py==4.54.0';
export const pythonDependencies = [
  'requests',
  'httpx',
  'python-dotenv',
  'websockets',
  'nest-asyncio',
  'pydantic',
  'aiohttp',
];

interface Answered {
  id: number;
  result?: unknown;
  error?: { name: string; message: string; status?: number; code?: string };
}

/** What a method of the client threw. */
export class ClientError extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;

  constructor({ name, message, status, code }: NonNullable<Answered['error']>) {
    super(`${name}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

interface CallOptions {
  key?: string;
  /** Of Python: arguments by name. */
  options?: object;
}

export interface OfficialClient {
  // biome-ignore lint/suspicious/noExplicitAny: what the client returns is what the test is about.
  call(method: string, args: readonly unknown[], options?: CallOptions): Promise<any>;
  close(): Promise<void>;
}

function driverOf(child: ChildProcess): OfficialClient {
  const waiting = new Map<number, (answered: Answered) => void>();
  let calls = 0;
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the driver has no standard input and output');
  createInterface({ input: stdout }).on('line', (line) => {
    const answered: Answered = JSON.parse(line);
    waiting.get(answered.id)?.(answered);
    waiting.delete(answered.id);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exited.then(() => {
    for (const [id, resolve] of waiting)
      resolve({ id, error: { name: 'Error', message: 'the process of the client ended' } });
  });
  return {
    async call(method, args, options = {}) {
      calls += 1;
      const id = calls;
      const answered = new Promise<Answered>((resolve) => waiting.set(id, resolve));
      stdin.write(`${JSON.stringify({ id, method, args, ...options })}\n`);
      const { result, error } = await answered;
      if (error) throw new ClientError(error);
      return result;
    },
    async close() {
      stdin.end();
      child.kill();
      await exited;
    },
  };
}

function startDriver(command: string, args: readonly string[]): OfficialClient {
  return driverOf(spawn(command, [...args, api(), secretKey()], { stdio: ['pipe', 'pipe', 'inherit'] }));
}

function driver(name: string): string {
  return new URL(`./${name}`, import.meta.url).pathname;
}

export function startJavaScriptClient(): OfficialClient {
  return startDriver('npm', ['exec', '--yes', `--package=${nodePackage}`, '--', 'node', driver('driver.ts')]);
}

export function startPythonClient(): OfficialClient {
  const python = providePython('firecrawl', pythonDependencies, [pythonPackage]);
  return startDriver(python, [driver('driver.py')]);
}
