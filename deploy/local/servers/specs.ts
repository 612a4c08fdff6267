/** The processes of each server, what they need, and how they are run. */

import type { Home } from '../home.ts';
import type { ProcessSpec } from '../process/spec.ts';
import type { BinaryName } from '../provision/binaries.ts';
import { minioSpec } from './minio.ts';
import { mongodSpec } from './mongod.ts';
import type { ServerName, ServerProcessName } from './names.ts';
import { type PortClaim, type PortName, type Ports, portClaimOf } from './ports.ts';
import { postgresSpec } from './postgres.ts';
import type { Credentials } from './secrets.ts';
import { temporalDevServerSpec } from './temporalDevServer.ts';
import { internalPortCount, temporalServerSpec } from './temporalServer.ts';

export type ServerSpec = Pick<ProcessSpec, 'name' | 'title' | 'args' | 'probe' | 'env' | 'stopSignal'> & {
  readonly binary: BinaryName;
  /** Runs once, before the process is first started. */
  prepare?(): Promise<void>;
};

export interface ServerRequirements {
  /** Started in this order, one after the other. */
  readonly processes: readonly ServerProcessName[];
  readonly binaries: readonly BinaryName[];
  readonly ports: readonly PortName[];
}

export function requirementsOf(server: ServerName, productionLike: boolean): ServerRequirements {
  if (server === 'mongod') return { processes: ['mongod'], binaries: ['mongod'], ports: ['MONGODB_PORT'] };
  if (server === 'minio') {
    return { processes: ['minio'], binaries: ['minio'], ports: ['MINIO_PORT', 'MINIO_CONSOLE_PORT'] };
  }
  if (!productionLike) {
    return { processes: ['temporal'], binaries: ['temporal'], ports: ['TEMPORAL_PORT', 'TEMPORAL_UI_PORT'] };
  }
  return {
    processes: ['postgres', 'temporal'],
    binaries: ['postgres', 'temporalServer', 'temporalSqlTool'],
    ports: ['TEMPORAL_PORT', 'TEMPORAL_INNER_PORT', 'POSTGRES_PORT'],
  };
}

/** One port for each name, except for TEMPORAL_INNER_PORT, which is the first of several. */
export function portClaimsOf(ports: Ports, name: PortName): PortClaim[] {
  const claim = portClaimOf(ports, name);
  const length = name === 'TEMPORAL_INNER_PORT' ? internalPortCount : 1;
  return Array.from({ length }, (_, offset) => ({ ...claim, port: claim.port + offset }));
}

interface Deps {
  readonly home: Home;
  readonly ports: Ports;
  readonly binaries: Partial<Record<BinaryName, string>>;
  readonly credentials: Credentials;
  readonly productionLike: boolean;
}

export function serverSpecs(deps: Deps): Record<ServerProcessName, ServerSpec> {
  const { home, ports, binaries, credentials, productionLike } = deps;
  const { PATH, HOME, TMPDIR, LANG, TZ } = process.env;
  // Not the whole environment: a MINIO_… or GO… variable meant for another program would change how the servers run.
  const env = { PATH, HOME, TMPDIR, LANG, TZ };
  const minio = minioSpec(home, { port: ports.MINIO_PORT, consolePort: ports.MINIO_CONSOLE_PORT, ...credentials });
  const temporalOptions = {
    port: ports.TEMPORAL_PORT,
    internalPort: ports.TEMPORAL_INNER_PORT,
    postgresPort: ports.POSTGRES_PORT,
    sqlTool: binaries.temporalSqlTool ?? '',
  };
  return {
    mongod: { ...mongodSpec(home, ports.MONGODB_PORT), env, binary: 'mongod' },
    minio: { ...minio, env: { ...env, ...minio.env }, binary: 'minio' },
    postgres: {
      ...postgresSpec(home, { port: ports.POSTGRES_PORT, binary: binaries.postgres ?? '' }),
      env,
      binary: 'postgres',
    },
    temporal: productionLike
      ? { ...temporalServerSpec(home, temporalOptions), env, binary: 'temporalServer' }
      : {
          ...temporalDevServerSpec(home, { port: ports.TEMPORAL_PORT, uiPort: ports.TEMPORAL_UI_PORT }),
          env,
          binary: 'temporal',
        },
  };
}
