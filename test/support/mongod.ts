/** Vitest's global setup for the tests of storage: one mongod, as a replica set of one because of the transactions. */
import { MongoMemoryReplSet } from 'mongodb-memory-server-core';
import type { TestProject } from 'vitest/node';
import { provisionBinaries } from '../../deploy/local/provision/binaries.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Without a database: each test file names its own. */
    mongodUri: string;
  }
}

export default async function setup(project: TestProject) {
  const { mongod } = await provisionBinaries(['mongod'], { terminal: silentTerminal, env: process.env });
  if (!mongod) throw new Error('there is no mongod');
  // The library's default version is not the one that is provisioned; without this it warns about the difference.
  process.env['MONGOMS_SYSTEM_BINARY_VERSION_CHECK'] = 'false';
  const replicaSet = await MongoMemoryReplSet.create({
    binary: { systemBinary: mongod },
    // The fail point `failCommand` lets a test produce the errors of a server that is going away.
    // Nothing is removed by its age while a test still looks at it.
    replSet: {
      storageEngine: 'wiredTiger',
      args: ['--setParameter', 'enableTestCommands=1', '--setParameter', 'ttlMonitorEnabled=false'],
    },
  });
  project.provide('mongodUri', replicaSet.getUri());
  return async () => {
    await replicaSet.stop();
  };
}
