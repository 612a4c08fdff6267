/** Temporal's production server, and the tool that lays out its databases; both are built from source. */
import { goBuildBytes, goInstall } from '../installers/go.ts';
import { isAtLeast, keepBinary, type BinarySpec } from '../provisionBinary.ts';

/** The server inside the development one (temporal.ts), so that both behave alike. */
const version = '1.29.1';
const module = `go.temporal.io/server`;

export const temporalServerBinary = builtFrom('Temporal’s production server', 'temporal-server', 'cmd/server');
export const temporalSqlToolBinary = builtFrom('Temporal’s database tool', 'temporal-sql-tool', 'cmd/tools/sql');

function builtFrom(title: string, name: string, source: string): BinarySpec {
  const cachedName = `${name}-${version}`;
  return {
    title,
    manualFix: `install ${name} ${version} and put it on the PATH, or leave --production-like away.`,
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
        install: async (ground, scratch) =>
          keepBinary(ground, await goInstall(`${module}/${source}@v${version}`, ground, scratch), cachedName),
      },
    ],
  };
}
