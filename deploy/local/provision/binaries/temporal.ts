/** Temporal's development server, which is part of the `temporal` command. */

import type { BinarySpec } from '../binarySpec.ts';
import { goBuildBytes, goInstall } from '../installers/go.ts';
import { officialDownload } from '../installers/officialDownload.ts';
import { isAtLeast } from '../version.ts';

/** The newest version that `go install` accepts: later ones have a replace directive in their go.mod. */
const version = '1.5.1';
const cachedName = `temporal-${version}`;
/** The first server version with fairness keys. */
const minServerVersion = '1.29';

export const temporalBinary: BinarySpec = {
  title: 'Temporal',
  manualFix: 'install the temporal command and put it on the PATH, or set TEMPORAL_ADDRESS to a running server.',
  candidates: ({ cache }) => ['temporal', cache.binary(cachedName)],
  // By the version of the server inside: a binary built from source reports its own version as 0.0.0-DEV.
  parseVersion: (printed) => {
    const server = /\bServer (\d+\.\d+\.\d+)/.exec(printed)?.[1];
    return server && isAtLeast(server, minServerVersion) ? server : undefined;
  },
  installers: [
    {
      title: 'downloading the official binary',
      requiredBytes: 1e9,
      install: async (deps, scratch) =>
        deps.cache.addBinary(await officialDownload('temporal', deps, scratch), cachedName),
    },
    {
      title: 'building it from source',
      durationNote: 'once, some minutes',
      requiredBytes: goBuildBytes,
      install: async (deps, scratch) =>
        deps.cache.addBinary(
          await goInstall(`github.com/temporalio/cli/cmd/temporal@v${version}`, deps, scratch),
          cachedName,
        ),
    },
  ],
};
