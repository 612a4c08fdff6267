/** Which processes the servers are, what they need, and how each is run. */

import type { Home } from '../home.ts';
import type { ProcessSpec } from '../process/supervisor.ts';
import type { BinaryName } from '../provision/binaries.ts';
import type { ServerName } from './external.ts';
import { minioSpec } from './minio.ts';
import { mongodSpec } from './mongod.ts';
import { portClaimOf, type PortClaim, type PortName, type Ports } from './ports.ts';
import { postgresSpec } from './postgres.ts';
import { temporalDevServerSpec } from './temporalDevServer.ts';
import { internalPortCount, temporalServerSpec } from './temporalServer.ts';

/** PostgreSQL is nobody's but Temporal's, and there only where Temporal runs as in production. */
export type ServerProcessName = ServerName | 'postgres';

export type ServerSpec = Pick<ProcessSpec, 'name' | 'title' | 'args' | 'probe' | 'env' | 'stopSignal'> & {
  readonly binary: BinaryName;
  /** What has to be done before it is started. */
  prepare?(): Promise<void>;
};

interface ServerNeeds {
  /** In the order in which they are started, one after the other. */
  readonly parts: readonly ServerProcessName[];
  readonly binaries: readonly BinaryName[];
  readonly ports: readonly PortName[];
}

export function requirementsOf(server: ServerName, productionLike: boolean): ServerNeeds {
  if (server === 'mongod') return { parts: ['mongod'], binaries: ['mongod'], ports: ['MONGODB_PORT'] };
  if (server === 'minio') {
    return { parts: ['minio'], binaries: ['minio'], ports: ['MINIO_PORT', 'MINIO_CONSOLE_PORT'] };
  }
  if (!productionLike) {
    return { parts: ['temporal'], binaries: ['temporal'], ports: ['TEMPORAL_PORT', 'TEMPORAL_UI_PORT'] };
  }
  return {
    parts: ['postgres', 'temporal'],
    binaries: ['postgres', 'temporalServer', 'temporalSqlTool'],
    ports: ['TEMPORAL_PORT', 'TEMPORAL_INNER_PORT', 'POSTGRES_PORT'],
  };
}

/** A name stands for one port, but Temporal's inner one for several in a row. */
export function portClaimsOf(ports: Ports, name: PortName): PortClaim[] {
  const claim = portClaimOf(ports, name);
  const length = name === 'TEMPORAL_INNER_PORT' ? internalPortCount : 1;
  return Array.from({ length }, (_, place) => ({ ...claim, port: claim.port + place }));
}

interface Ground {
  readonly home: Home;
  readonly ports: Ports;
  readonly binaries: Partial<Record<BinaryName, string>>;
  readonly credentials: { user: string; password: string };
  readonly productionLike: boolean;
}

export function serverSpecs({ home, ports, binaries, credentials, productionLike }: Ground): Record<ServerProcessName, ServerSpec> {
  const { PATH, HOME, TMPDIR, LANG, TZ } = process.env;
  // Not the caller's whole environment: a MINIO_… or GO… meant for something else would change how they run.
  const env = { PATH, HOME, TMPDIR, LANG, TZ };
  const minio = minioSpec(home, { port: ports.MINIO_PORT, consolePort: ports.MINIO_CONSOLE_PORT, ...credentials });
  const place = {
    port: ports.TEMPORAL_PORT,
    innerPort: ports.TEMPORAL_INNER_PORT,
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
      ? { ...temporalServerSpec(home, place), env, binary: 'temporalServer' }
      : { ...temporalDevServerSpec(home, { port: place.port, uiPort: ports.TEMPORAL_UI_PORT }), env, binary: 'temporal' },
  };
}
