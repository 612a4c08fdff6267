/** Temporal's production server and the tool that sets up its database schemas, both built from source. */

import type { BinarySpec } from '../binarySpec.ts';
import { goBuildBytes, goInstall } from '../installers/go.ts';
import { isAtLeast } from '../version.ts';

/** The version of the server inside the development server (temporal.ts), so that both behave alike. */
const version = '1.29.1';
const module = `go.temporal.io/server`;

export const temporalServerBinary = builtFromSource('Temporal’s production server', 'temporal-server', 'cmd/server');
export const temporalSqlToolBinary = builtFromSource('Temporal’s database tool', 'temporal-sql-tool', 'cmd/tools/sql');

function builtFromSource(title: string, name: string, source: string): BinarySpec {
  const cachedName = `${name}-${version}`;
  return {
    title,
    manualFix: `install ${name} ${version} and put it on the PATH, or start without --production-like.`,
    candidates: ({ cache }) => [name, cache.binary(cachedName)],
    parseVersion: (printed) => {
      const found = /^temporal\S* version (\d+\.\d+\.\d+)/m.exec(printed)?.[1];
      return found && isAtLeast(found, version) ? found : undefined;
    },
    installers: [
      {
        title: 'building it from source',
        durationNote: 'once, some minutes',
        requiredBytes: goBuildBytes,
        install: async (deps, scratch) =>
          deps.cache.addBinary(await goInstall(`${module}/${source}@v${version}`, deps, scratch), cachedName),
      },
    ],
  };
}
