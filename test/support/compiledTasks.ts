import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vitest/config';
import { compiledVariable } from '../../deploy/build/cache.mjs';
import { projectRoot } from '../../deploy/local/project.ts';

/** How our sources name a module for a thread, a process or a page: TypeScript beside TypeScript. */
const besideThis = /new URL\(`(\.[\w/]+)\$\{import\.meta\.url\.slice\(-3\)\}`, import\.meta\.url\)/g;

/**
 * Lets the threads, processes and pages of tests load compiled sources, as in production. Each of them would compile its
 * TypeScript again, for more than a second of CPU, and tests start hundreds.
 */
export function compiledTasks(folder = process.env[compiledVariable]): Plugin[] {
  if (!folder) return [];
  return [
    {
      name: 'compiled-tasks',
      enforce: 'pre',
      transform(code, id) {
        const place = join(folder, relative(projectRoot, dirname(id)));
        const compiled = (name: string) => pathToFileURL(join(place, `${name}.js`)).href;
        return code.replace(besideThis, (_, name: string) => `new URL('${compiled(name)}')`);
      },
    },
  ];
}
