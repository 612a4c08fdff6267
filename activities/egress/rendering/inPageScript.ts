import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The global variable that holds what the script exports. */
export const scriptGlobal = 'inPage';

/** A script for the browser, bundled from TypeScript when it is first needed, and again if that failed. */
export function createInPageScript(entry: URL): () => Promise<string> {
  let bundled: Promise<string> | undefined;
  return () => {
    bundled ??= bundle(fileURLToPath(entry)).catch((error: unknown) => {
      bundled = undefined;
      throw error;
    });
    return bundled;
  };
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: scriptGlobal,
    target: 'chrome120',
    charset: 'utf8',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
