import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The client's folder. */
export const clientRoot = fileURLToPath(new URL('../../client/', import.meta.url));
export const libraries = ['index', 'images'];
const command = 'sightread';

/** Builds the libraries and the command of the published package: JavaScript without dependencies. */
export async function buildJavaScript(target: string): Promise<void> {
  await build({
    absWorkingDir: clientRoot,
    entryPoints: [...libraries, command].map((name) => `${name}.ts`),
    outdir: target,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    external: ['node:*'],
    // The command waits at its top level.
    target: 'es2022',
    logLevel: 'warning',
  });
  chmodSync(`${target}/${command}.js`, 0o755);
}
