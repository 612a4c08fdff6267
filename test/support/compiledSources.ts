import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vitest/config';
import { compiledVariable } from '../../deploy/build/cache.mjs';
import { projectRoot } from '../../deploy/local/project.ts';

/** What the processes of a stack load. Scripts for pages are not among it, because compiled they are no modules. */
const source = /^(?:contracts|client|runtime|storage|workflows|activities|workers|gateway)\/(?!.*\/inPage\/).*\.tsx?$/;

/**
 * Lets tests import the compiled sources, which Node.js loads by itself. Otherwise every lane compiles and wraps hundreds
 * of modules again, and so does each thread that a module starts, because it is TypeScript like its module.
 */
export function compiledSources(folder = process.env[compiledVariable]): Plugin[] {
  if (!folder) return [];
  return [
    {
      name: 'compiled-sources',
      enforce: 'pre',
      resolveId(name, importer) {
        if (!importer || !name.startsWith('.')) return undefined;
        const path = relative(projectRoot, resolve(dirname(importer), name));
        return source.test(path) ? join(folder, path.replace(/\.tsx?$/, '.js')) : undefined;
      },
    },
  ];
}
