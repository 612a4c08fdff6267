/** Which processes the servers are, what they need, and how each is run. */

import type { Home } from '../home.ts';
import type { PartPlan } from '../process/supervisor.ts';
import type { BinaryName } from '../provision/binaries.ts';
import type { ServerName } from './external.ts';
import { minioPlan } from './minio.ts';
import { mongodPlan } from './mongod.ts';
import { claimOf, type PortClaim, type PortName, type Ports } from './ports.ts';
import { postgresPlan } from './postgres.ts';
import { temporalPlan } from './temporal.ts';
import { innerPorts, temporalServerPlan } from './temporalServer.ts';

/** PostgreSQL is nobody's but Temporal's, and there only where Temporal runs as in production. */
export type PartName = ServerName | 'postgres';

export type ServerPlan = Pick<PartPlan, 'name' | 'title' | 'args' | 'probe' | 'env' | 'stopSignal'> & {
  readonly binary: BinaryName;
  /** What has to be done before it is started. */
  prepare?(): Promise<void>;
};

interface ServerNeeds {
  /** In the order in which they are started, one after the other. */
  readonly parts: readonly PartName[];
  readonly binaries: readonly BinaryName[];
  readonly ports: readonly PortName[];
}

export function needsOf(server: ServerName, productionLike: boolean): ServerNeeds {
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
export function claimsFor(ports: Ports, name: PortName): PortClaim[] {
  const claim = claimOf(ports, name);
  const length = name === 'TEMPORAL_INNER_PORT' ? innerPorts : 1;
  return Array.from({ length }, (_, place) => ({ ...claim, port: claim.port + place }));
}

interface Ground {
  readonly home: Home;
  readonly ports: Ports;
  readonly binaries: Partial<Record<BinaryName, string>>;
  readonly credentials: { user: string; password: string };
  readonly productionLike: boolean;
}

export function plansFor({ home, ports, binaries, credentials, productionLike }: Ground): Record<PartName, ServerPlan> {
  const { PATH, HOME, TMPDIR, LANG, TZ } = process.env;
  // Not the caller's whole environment: a MINIO_… or GO… meant for something else would change how they run.
  const env = { PATH, HOME, TMPDIR, LANG, TZ };
  const minio = minioPlan(home, { port: ports.MINIO_PORT, consolePort: ports.MINIO_CONSOLE_PORT, ...credentials });
  const place = {
    port: ports.TEMPORAL_PORT,
    innerPort: ports.TEMPORAL_INNER_PORT,
    postgresPort: ports.POSTGRES_PORT,
    sqlTool: binaries.temporalSqlTool ?? '',
  };
  return {
    mongod: { ...mongodPlan(home, ports.MONGODB_PORT), env, binary: 'mongod' },
    minio: { ...minio, env: { ...env, ...minio.env }, binary: 'minio' },
    postgres: {
      ...postgresPlan(home, { port: ports.POSTGRES_PORT, binary: binaries.postgres ?? '' }),
      env,
      binary: 'postgres',
    },
    temporal: productionLike
      ? { ...temporalServerPlan(home, place), env, binary: 'temporalServer' }
      : { ...temporalPlan(home, { port: place.port, uiPort: ports.TEMPORAL_UI_PORT }), env, binary: 'temporal' },
  };
}
