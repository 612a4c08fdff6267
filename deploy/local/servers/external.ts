/** Servers that run elsewhere, named by their address in the environment: asked once whether they answer, never touched. */

import type { Part } from '../process/supervisor.ts';
import { Complaint, reasonOf } from '../userError.ts';
import { askStore } from './minio.ts';
import { askMongo } from './mongod.ts';
import { askTemporal } from './temporal.ts';

const kinds = {
  mongod: { title: 'MongoDB', variable: 'MONGODB_URI', ask: askMongo },
  temporal: { title: 'Temporal', variable: 'TEMPORAL_ADDRESS', ask: askTemporal },
  minio: { title: 'MinIO', variable: 'MINIO_ENDPOINT', ask: askStore },
} as const;

export type ServerName = keyof typeof kinds;

export interface GivenServer {
  readonly address: string;
  readonly part: Part;
}

/** Undefined when no address is given, and the server is ours to start. */
export async function givenServer(name: ServerName, env: NodeJS.ProcessEnv): Promise<GivenServer | undefined> {
  const { title, variable, ask } = kinds[name];
  const address = env[variable]?.trim();
  if (!address) return undefined;
  const check = async () => {
    try {
      await ask(address, env.TEMPORAL_NAMESPACE || 'default');
    } catch (cause) {
      throw new Complaint(
        `${title} does not answer at ${withoutPassword(address)} (${shortReason(cause)}): start it there, or unset ${variable} to have one started here.`,
        { cause },
      );
    }
  };
  await check();
  return { address, part: elsewhere(name, title, check) };
}

function elsewhere(name: string, title: string, check: () => Promise<void>): Part {
  return {
    name,
    pid: undefined,
    restarts: 0,
    readyMessage: undefined,
    kill: () => {
      throw new Error(`${title} runs elsewhere and is not ours to end`);
    },
    waitReady: check,
    stop: async () => {},
  };
}

function withoutPassword(address: string) {
  return address.replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1:…@');
}

function shortReason(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return (reasonOf(inner) || reasonOf(cause)).split('\n')[0]?.slice(0, 200) ?? '';
}
