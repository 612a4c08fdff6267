/** Servers that run elsewhere, configured by address in the environment. The stack checks that they answer, no more. */

import { readSettings, type Settings } from '../../../runtime/settings.ts';
import { temporalConnection } from '../../../runtime/temporal/connection.ts';
import type { SupervisedProcess } from '../process/spec.ts';
import { reasonOf, UserError } from '../userError.ts';
import { pingObjectStore } from './minio.ts';
import { pingMongo } from './mongod.ts';
import { type ServerName, serverNames } from './names.ts';
import { pingTemporal } from './temporalDevServer.ts';

interface ServerKind {
  title: string;
  variable: string;
  ping(settings: Settings): Promise<void>;
}

const kinds: Readonly<Record<ServerName, ServerKind>> = {
  mongod: {
    title: 'MongoDB',
    variable: 'MONGODB_URI',
    ping: ({ MONGODB_URI, MONGODB_TLS_CA }) => pingMongo(MONGODB_URI, MONGODB_TLS_CA),
  },
  temporal: {
    title: 'Temporal',
    variable: 'TEMPORAL_ADDRESS',
    ping: (settings) => pingTemporal(temporalConnection(settings), settings.TEMPORAL_NAMESPACE),
  },
  minio: {
    title: 'MinIO',
    variable: 'MINIO_ENDPOINT',
    ping: ({ MINIO_ENDPOINT, MINIO_TLS_CA }) => pingObjectStore(MINIO_ENDPOINT, MINIO_TLS_CA),
  },
};

export interface ExternalServer {
  readonly address: string;
  readonly process: SupervisedProcess;
}

export type ExternalServers = Partial<Record<ServerName, ExternalServer>>;

export async function findExternalServers(env: NodeJS.ProcessEnv): Promise<ExternalServers> {
  const outcomes = await Promise.allSettled(
    serverNames.map(async (name) => [name, await findExternalServer(name, env)] as const),
  );
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (failures.length > 0) throw new UserError(failures.map(reasonOf).join('\n'), { cause: failures[0] });
  const servers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return Object.fromEntries(servers.filter(([, server]) => server !== undefined));
}

/** Undefined when the environment has no address for the server, so that the stack starts its own. */
async function findExternalServer(name: ServerName, env: NodeJS.ProcessEnv): Promise<ExternalServer | undefined> {
  const { title, variable, ping } = kinds[name];
  const address = env[variable]?.trim();
  if (!address) return undefined;
  const settings = readSettings(env);
  async function check(serverAddress: string) {
    try {
      await ping(settings);
    } catch (cause) {
      throw new UserError(
        `${title} does not answer at ${withoutPassword(serverAddress)} (${shortReason(cause)}): start it there, or unset ${variable} to have one started here.`,
        { cause },
      );
    }
  }
  await check(address);
  return { address, process: externalProcess(name, title, () => check(address)) };
}

function externalProcess(name: string, title: string, check: () => Promise<void>): SupervisedProcess {
  return {
    name,
    pid: undefined,
    restarts: 0,
    readyMessage: undefined,
    kill: () => {
      throw new Error(`${title} runs elsewhere and cannot be killed from here`);
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
