/** Temporal's production server, and the tool that lays out its databases; both are built from source. */
import { goBuildBytes, goInstall } from './go.ts';
import { atLeast, keepBinary, type Recipe } from './recipe.ts';

/** The server inside the development one (temporal.ts), so that both behave alike. */
const version = '1.29.1';
const module = `go.temporal.io/server`;

export const temporalServerRecipe = builtFrom('Temporal’s production server', 'temporal-server', 'cmd/server');
export const temporalSqlToolRecipe = builtFrom('Temporal’s database tool', 'temporal-sql-tool', 'cmd/tools/sql');

function builtFrom(title: string, name: string, source: string): Recipe {
  const cachedName = `${name}-${version}`;
  return {
    title,
    byHand: `install ${name} ${version} and put it on the PATH, or leave --production-like away.`,
    candidates: ({ cache }) => [name, cache.binary(cachedName)],
    accept: (printed) => {
      const found = /^temporal\S* version (\d+\.\d+\.\d+)/m.exec(printed)?.[1];
      return found && atLeast(found, version) ? found : undefined;
    },
    ways: [
      {
        title: 'building it from source',
        patience: 'once, some minutes',
        needsBytes: goBuildBytes,
        make: async (ground, scratch) =>
          keepBinary(ground, await goInstall(`${module}/${source}@v${version}`, ground, scratch), cachedName),
      },
    ],
  };
}
