/** Everything that has to be on the machine, had side by side. */

import type { Terminal } from '../terminal.ts';
import { Complaint } from '../userError.ts';
import { openCache } from './cache.ts';
import { chromiumRecipe } from './chromium.ts';
import { forgetWheelGo } from './go.ts';
import { minioRecipe } from './minio.ts';
import { mongodRecipe } from './mongod.ts';
import { nginxRecipe } from './nginx.ts';
import { postgresRecipe } from './postgres.ts';
import { type Ground, provision } from './recipe.ts';
import { temporalRecipe } from './temporal.ts';
import { temporalServerRecipe, temporalSqlToolRecipe } from './temporalServer.ts';

const recipes = {
  mongod: mongodRecipe,
  temporal: temporalRecipe,
  minio: minioRecipe,
  chromium: chromiumRecipe,
  nginx: nginxRecipe,
  postgres: postgresRecipe,
  temporalServer: temporalServerRecipe,
  temporalSqlTool: temporalSqlToolRecipe,
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
  const ground: Ground = {
    cache: openCache(env),
    terminal,
    env,
    signal: signal ? AbortSignal.any([signal, failed.signal]) : failed.signal,
  };
  let first: unknown;
  const found = await Promise.all(
    names.map(async (name) => {
      try {
        return [name, await provision(recipes[name], ground)] as const;
      } catch (cause) {
        first ??= cause;
        failed.abort();
        return undefined;
      }
    }),
  );
  signal?.throwIfAborted();
  if (first) throw first instanceof Error ? first : new Complaint(String(first));
  forgetWheelGo(ground);
  return Object.fromEntries(found.filter((each) => each !== undefined));
}
