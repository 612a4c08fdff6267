/** Temporal's production server on PostgreSQL: its four services in one process. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common';
import type { Home } from '../home.ts';
import type { ProcessSpec } from '../process/supervisor.ts';
import { runCommand } from '../provision/command.ts';
import { postgresPassword, postgresUser } from './postgres.ts';
import { pingTemporal, dynamicConfig } from './temporalDevServer.ts';

interface Place {
  readonly port: number;
  /** Where the services talk among themselves: this port and the following ones. */
  readonly innerPort: number;
  readonly postgresPort: number;
  readonly sqlTool: string;
}

/** How many ports are taken from `innerPort` on. */
export const internalPortCount = 7;

const databases = { temporal: 'postgresql/v12/temporal', temporal_visibility: 'postgresql/v12/visibility' };
const schemaWithinMs = 120_000;
const answerWithinMs = 5_000;
const environment = 'production-like';
/** Fixed for the life of a database. Many for the two cores of a small machine, few for a cluster (512 and more). */
const historyShards = 16;

export function temporalServerSpec(
  home: Home,
  place: Place,
): Pick<ProcessSpec, 'name' | 'title' | 'args' | 'probe'> & { prepare(): Promise<void> } {
  const address = `127.0.0.1:${place.port}`;
  return {
    name: 'temporal',
    title: 'Temporal',
    args: [
      ...['--root', home.folder, '--config', 'temporal-server', '--env', environment],
      ...['--allow-no-auth', 'start'],
    ],
    prepare: async () => {
      await layOutDatabases(home, place);
      writeConfig(home, place);
    },
    probe: async () => {
      await ensureNamespace(address, 'default');
      await pingTemporal(address, 'default');
    },
  };
}

/** Laying out is begun anew where it was cut off before its end; afterwards only what is new is added. */
async function layOutDatabases(home: Home, { postgresPort, sqlTool }: Place): Promise<void> {
  const env = { ...process.env, SQL_PASSWORD: postgresPassword(home) };
  for (const [database, schema] of Object.entries(databases)) {
    const tool = (...args: string[]) =>
      runCommand(
        sqlTool,
        [
          ...['--plugin', 'postgres12', '--endpoint', '127.0.0.1', '--port', String(postgresPort)],
          ...['--user', postgresUser, '--database', database, ...args],
        ],
        { timeoutMs: schemaWithinMs, env },
      );
    const laidOut = join(home.postgres, `laid-out-${database}`);
    if (!existsSync(laidOut)) {
      await tool('drop-database', '--force', '--defaultdb', 'postgres');
      await tool('create-database', '--defaultdb', 'postgres');
      await tool('setup-schema', '--version', '0.0');
    }
    await tool('update-schema', '--schema-name', schema);
    writeFileSync(laidOut, '');
  }
}

/** Both files are JSON, which YAML includes. */
function writeConfig(home: Home, place: Place): void {
  const folder = join(home.folder, 'temporal-server');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const dynamic = join(folder, 'dynamic.yaml');
  const values = { ...dynamicConfig, ...asTheDevelopmentServer };
  const constrained = Object.entries(values).map(([name, value]) => [name, [{ value, constraints: {} }]]);
  writeFileSync(dynamic, JSON.stringify(Object.fromEntries(constrained)));
  const config = JSON.stringify(configFor(home, place, dynamic), undefined, 2);
  writeFileSync(join(folder, `${environment}.yaml`), config, { mode: 0o600 });
}

/** What `temporal server start-dev` sets by itself, so that the two differ in nothing but their store. */
const asTheDevelopmentServer = {
  'history.hostLevelCacheMaxSize': 8_096,
  'frontend.persistenceMaxQPS': 10_000,
  'history.persistenceMaxQPS': 45_000,
  'frontend.namespaceRPS.visibility': 100,
  // A namespace is there for its first callers at once.
  'system.namespaceCacheRefreshInterval': '1s',
};

function configFor(home: Home, { port, innerPort, postgresPort }: Place, dynamic: string) {
  const store = (databaseName: keyof typeof databases, connections: number) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: `127.0.0.1:${postgresPort}`,
      connectProtocol: 'tcp',
      user: postgresUser,
      password: postgresPassword(home),
      maxConns: connections,
      maxIdleConns: connections,
      maxConnLifetime: '1h',
    },
  });
  const service = (grpcPort: number, membershipPort: number) => ({
    rpc: { grpcPort, membershipPort, bindOnLocalHost: true },
  });
  return {
    log: { stdout: true, level: 'error' },
    persistence: {
      defaultStore: 'main',
      visibilityStore: 'visibility',
      numHistoryShards: historyShards,
      // Together with room to spare below PostgreSQL's hundred.
      datastores: { main: store('temporal', 20), visibility: store('temporal_visibility', 10) },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: {
      frontend: service(port, innerPort),
      history: service(innerPort + 1, innerPort + 2),
      matching: service(innerPort + 3, innerPort + 4),
      worker: service(innerPort + 5, innerPort + 6),
    },
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress: `127.0.0.1:${port}` },
      },
    },
    publicClient: { hostPort: `127.0.0.1:${port}` },
    dynamicConfigClient: { filepath: dynamic, pollInterval: '10s' },
  };
}

/** The development server has its namespace from the start. */
async function ensureNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: answerWithinMs });
  try {
    await connection.withDeadline(Date.now() + answerWithinMs, async () => {
      const { workflowService } = connection;
      const there = await workflowService.describeNamespace({ namespace }).then(
        () => true,
        () => false,
      );
      if (!there) {
        await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs('1 day') });
      }
    });
  } finally {
    await connection.close();
  }
}
