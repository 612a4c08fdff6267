/** Servers that run elsewhere, named by their address in the environment: asked once whether they answer, never touched. */

import type { SupervisedProcess } from '../process/supervisor.ts';
import { UserError, reasonOf } from '../userError.ts';
import { pingObjectStore } from './minio.ts';
import { pingMongo } from './mongod.ts';
import { pingTemporal } from './temporalDevServer.ts';

const kinds = {
  mongod: { title: 'MongoDB', variable: 'MONGODB_URI', ask: pingMongo },
  temporal: { title: 'Temporal', variable: 'TEMPORAL_ADDRESS', ask: pingTemporal },
  minio: { title: 'MinIO', variable: 'MINIO_ENDPOINT', ask: pingObjectStore },
} as const;

export type ServerName = keyof typeof kinds;

export interface ExternalServer {
  readonly address: string;
  readonly part: SupervisedProcess;
}

/** Undefined when no address is given, and the server is ours to start. */
export async function findExternalServer(name: ServerName, env: NodeJS.ProcessEnv): Promise<ExternalServer | undefined> {
  const { title, variable, ask } = kinds[name];
  const address = env[variable]?.trim();
  if (!address) return undefined;
  const check = async () => {
    try {
      await ask(address, env.TEMPORAL_NAMESPACE || 'default');
    } catch (cause) {
      throw new UserError(
        `${title} does not answer at ${withoutPassword(address)} (${shortReason(cause)}): start it there, or unset ${variable} to have one started here.`,
        { cause },
      );
    }
  };
  await check();
  return { address, part: elsewhere(name, title, check) };
}

function elsewhere(name: string, title: string, check: () => Promise<void>): SupervisedProcess {
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
