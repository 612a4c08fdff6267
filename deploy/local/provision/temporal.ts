/** The Temporal development server: it comes as the `temporal` command. */
import { goBuildBytes, goInstall } from './go.ts';
import { officialDownload } from './official.ts';
import { atLeast, keepBinary, type Recipe } from './recipe.ts';

/** The newest that `go install` takes: later ones have a replace directive, which it refuses. */
const version = '1.5.1';
const cachedName = `temporal-${version}`;
/** Brings fairness between accounts. */
const leastServer = '1.29';

export const temporalRecipe: Recipe = {
  title: 'Temporal',
  byHand: 'install the temporal command and put it on the PATH, or set TEMPORAL_ADDRESS to a server that runs.',
  candidates: ({ cache }) => ['temporal', cache.binary(cachedName)],
  // A binary built from source calls itself 0.0.0-DEV, so the server inside is what counts.
  accept: (printed) => {
    const server = /\bServer (\d+\.\d+\.\d+)/.exec(printed)?.[1];
    return server && atLeast(server, leastServer) ? server : undefined;
  },
  ways: [
    {
      title: 'downloading the official binary',
      needsBytes: 1e9,
      make: async (ground, scratch) =>
        keepBinary(ground, await officialDownload('temporal', ground, scratch), cachedName),
    },
    {
      title: 'building it from source',
      patience: 'once, some minutes',
      needsBytes: goBuildBytes,
      make: async (ground, scratch) =>
        keepBinary(
          ground,
          await goInstall(`github.com/temporalio/cli/cmd/temporal@v${version}`, ground, scratch),
          cachedName,
        ),
    },
  ],
};
