/** Provides the programs that the stack runs, side by side. */

import type { Terminal } from '../terminal.ts';
import { UserError } from '../userError.ts';
import { chromiumBinary } from './binaries/chromium.ts';
import { minioBinary } from './binaries/minio.ts';
import { mongodBinary } from './binaries/mongod.ts';
import { nginxBinary } from './binaries/nginx.ts';
import { postgresBinary } from './binaries/postgres.ts';
import { temporalBinary } from './binaries/temporal.ts';
import { temporalServerBinary, temporalSqlToolBinary } from './binaries/temporalServer.ts';
import type { ProvisionDeps } from './binarySpec.ts';
import { openCache } from './cache.ts';
import { removeDownloadedGo } from './installers/go.ts';
import { provisionBinary } from './provisionBinary.ts';

const binarySpecs = {
  mongod: mongodBinary,
  temporal: temporalBinary,
  minio: minioBinary,
  chromium: chromiumBinary,
  nginx: nginxBinary,
  postgres: postgresBinary,
  temporalServer: temporalServerBinary,
  temporalSqlTool: temporalSqlToolBinary,
};

export type BinaryName = keyof typeof binarySpecs;

interface Options {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the path of each binary. When one cannot be provided, the work on the others is aborted. */
export async function provisionBinaries(
  names: readonly BinaryName[],
  { terminal, env, signal }: Options,
): Promise<Partial<Record<BinaryName, string>>> {
  const failed = new AbortController();
  const deps: ProvisionDeps = {
    cache: openCache(env),
    terminal,
    env,
    signal: signal ? AbortSignal.any([signal, failed.signal]) : failed.signal,
  };
  let firstFailure: unknown;
  const found = await Promise.all(
    names.map(async (name) => {
      try {
        return [name, await provisionBinary(binarySpecs[name], deps)] as const;
      } catch (cause) {
        firstFailure ??= cause;
        failed.abort();
        return undefined;
      }
    }),
  );
  signal?.throwIfAborted();
  if (firstFailure) throw firstFailure instanceof Error ? firstFailure : new UserError(String(firstFailure));
  await removeDownloadedGo(deps);
  return Object.fromEntries(found.filter((each) => each !== undefined));
}
