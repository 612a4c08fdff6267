import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The global variable that holds what the script exports. deploy/build/compile.mjs has the same name. */
export const scriptGlobal = 'inPage';

/** A script for the browser. Where nothing is compiled, it is bundled when it is first needed, and again if that failed. */
export function createInPageScript(entry: URL): () => Promise<string> {
  let loaded: Promise<string> | undefined;
  return () => {
    loaded ??= load(fileURLToPath(entry)).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

function load(entry: string): Promise<string> {
  return entry.endsWith('.ts') ? bundle(entry) : readFile(entry, 'utf8');
}

async function bundle(entry: string): Promise<string> {
  const { build } = await import('esbuild');
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
