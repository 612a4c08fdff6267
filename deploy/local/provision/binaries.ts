/** Everything that has to be on the machine, had side by side. */

import type { Terminal } from '../terminal.ts';
import { UserError } from '../userError.ts';
import { openCache } from './cache.ts';
import { chromiumBinary } from './binaries/chromium.ts';
import { removeDownloadedGo } from './installers/go.ts';
import { minioBinary } from './binaries/minio.ts';
import { mongodBinary } from './binaries/mongod.ts';
import { nginxBinary } from './binaries/nginx.ts';
import { postgresBinary } from './binaries/postgres.ts';
import { type ProvisionDeps, provisionBinary } from './provisionBinary.ts';
import { temporalBinary } from './binaries/temporal.ts';
import { temporalServerBinary, temporalSqlToolBinary } from './binaries/temporalServer.ts';

const recipes = {
  mongod: mongodBinary,
  temporal: temporalBinary,
  minio: minioBinary,
  chromium: chromiumBinary,
  nginx: nginxBinary,
  postgres: postgresBinary,
  temporalServer: temporalServerBinary,
  temporalSqlTool: temporalSqlToolBinary,
};

export type BinaryName = keyof typeof recipes;

interface ProvisionOptions {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/** Where each of the named binaries is. When one cannot be had, the work on the others is called off. */
export async function provisionBinaries(
  names: readonly BinaryName[],
  { terminal, env, signal }: ProvisionOptions,
): Promise<Partial<Record<BinaryName, string>>> {
  const failed = new AbortController();
  const ground: ProvisionDeps = {
    cache: openCache(env),
    terminal,
    env,
    signal: signal ? AbortSignal.any([signal, failed.signal]) : failed.signal,
  };
  let first: unknown;
  const found = await Promise.all(
    names.map(async (name) => {
      try {
        return [name, await provisionBinary(recipes[name], ground)] as const;
      } catch (cause) {
        first ??= cause;
        failed.abort();
        return undefined;
      }
    }),
  );
  signal?.throwIfAborted();
  if (first) throw first instanceof Error ? first : new UserError(String(first));
  removeDownloadedGo(ground);
  return Object.fromEntries(found.filter((each) => each !== undefined));
}
