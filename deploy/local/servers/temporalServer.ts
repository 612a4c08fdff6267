/** Temporal's production server on PostgreSQL, with its four services in one process. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common';
import type { Home } from '../home.ts';
import type { ProcessSpec } from '../process/spec.ts';
import { runCommand } from '../provision/command.ts';
import { postgresPassword, postgresUser } from './postgres.ts';
import { dynamicConfig, pingTemporal } from './temporalDevServer.ts';

interface Options {
  readonly port: number;
  /** The first of the ports that the services use among themselves. */
  readonly internalPort: number;
  readonly postgresPort: number;
  readonly sqlTool: string;
}

/** The number of consecutive ports from `internalPort` on. */
export const internalPortCount = 7;

const databases = { temporal: 'postgresql/v12/temporal', temporal_visibility: 'postgresql/v12/visibility' };
const schemaTimeoutMs = 120_000;
const connectTimeoutMs = 5_000;
const environment = 'production-like';
/** Cannot be changed once a database exists. Enough for a machine with two cores; a cluster has 512 or more. */
const historyShards = 16;

export function temporalServerSpec(
  home: Home,
  options: Options,
): Pick<ProcessSpec, 'name' | 'title' | 'args' | 'probe'> & { prepare(): Promise<void> } {
  const address = `127.0.0.1:${options.port}`;
  return {
    name: 'temporal',
    title: 'Temporal',
    args: [
      ...['--root', home.folder, '--config', 'temporal-server', '--env', environment],
      ...['--allow-no-auth', 'start'],
    ],
    prepare: async () => {
      await ensureDatabases(home, options);
      writeConfig(home, options);
    },
    probe: async () => {
      await ensureNamespace(address, 'default');
      await pingTemporal({ address }, 'default');
    },
  };
}

/** Creates each database, starting over where an earlier attempt was interrupted, and applies new schema versions. */
async function ensureDatabases(home: Home, { postgresPort, sqlTool }: Options): Promise<void> {
  const env = { ...process.env, SQL_PASSWORD: postgresPassword(home) };
  for (const [database, schema] of Object.entries(databases)) {
    const tool = (...args: string[]) =>
      runCommand(
        sqlTool,
        [
          ...['--plugin', 'postgres12', '--endpoint', '127.0.0.1', '--port', String(postgresPort)],
          ...['--user', postgresUser, '--database', database, ...args],
        ],
        { timeoutMs: schemaTimeoutMs, env },
      );
    const completeMarker = join(home.postgres, `laid-out-${database}`);
    if (!existsSync(completeMarker)) {
      await tool('drop-database', '--force', '--defaultdb', 'postgres');
      await tool('create-database', '--defaultdb', 'postgres');
      await tool('setup-schema', '--version', '0.0');
    }
    await tool('update-schema', '--schema-name', schema);
    writeFileSync(completeMarker, '');
  }
}

/** Both files contain JSON, which is valid YAML. */
function writeConfig(home: Home, options: Options): void {
  const folder = join(home.folder, 'temporal-server');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const dynamic = join(folder, 'dynamic.yaml');
  const values = { ...dynamicConfig, ...developmentServerDefaults };
  const constrained = Object.entries(values).map(([name, value]) => [name, [{ value, constraints: {} }]]);
  writeFileSync(dynamic, JSON.stringify(Object.fromEntries(constrained)));
  const config = JSON.stringify(configFor(home, options, dynamic), undefined, 2);
  writeFileSync(join(folder, `${environment}.yaml`), config, { mode: 0o600 });
}

/** The values that `temporal server start-dev` sets, so that the two servers differ only in their database. */
const developmentServerDefaults = {
  'history.hostLevelCacheMaxSize': 8_096,
  'frontend.persistenceMaxQPS': 10_000,
  'history.persistenceMaxQPS': 45_000,
  'frontend.namespaceRPS.visibility': 100,
  // Makes a new namespace usable within a second.
  'system.namespaceCacheRefreshInterval': '1s',
};

function configFor(home: Home, { port, internalPort, postgresPort }: Options, dynamic: string) {
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
      // 30 connections in total; PostgreSQL allows 100 by default.
      datastores: { main: store('temporal', 20), visibility: store('temporal_visibility', 10) },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: {
      frontend: service(port, internalPort),
      history: service(internalPort + 1, internalPort + 2),
      matching: service(internalPort + 3, internalPort + 4),
      worker: service(internalPort + 5, internalPort + 6),
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

/** The production server, unlike the development server, starts without a namespace. */
async function ensureNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: connectTimeoutMs });
  try {
    await connection.withDeadline(Date.now() + connectTimeoutMs, async () => {
      const { workflowService } = connection;
      const exists = await workflowService.describeNamespace({ namespace }).then(
        () => true,
        () => false,
      );
      if (!exists) {
        await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs('1 day') });
      }
    });
  } finally {
    await connection.close();
  }
}
