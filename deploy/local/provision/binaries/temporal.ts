/** The Temporal development server: it comes as the `temporal` command. */
import { goBuildBytes, goInstall } from '../installers/go.ts';
import { officialDownload } from '../installers/officialDownload.ts';
import { isAtLeast, keepBinary, type BinarySpec } from '../provisionBinary.ts';

/** The newest that `go install` takes: later ones have a replace directive, which it refuses. */
const version = '1.5.1';
const cachedName = `temporal-${version}`;
/** Brings fairness between accounts. */
const leastServer = '1.29';

export const temporalBinary: BinarySpec = {
  title: 'Temporal',
  manualFix: 'install the temporal command and put it on the PATH, or set TEMPORAL_ADDRESS to a server that runs.',
  candidates: ({ cache }) => ['temporal', cache.binary(cachedName)],
  // A binary built from source calls itself 0.0.0-DEV, so the server inside is what counts.
  parseVersion: (printed) => {
    const server = /\bServer (\d+\.\d+\.\d+)/.exec(printed)?.[1];
    return server && isAtLeast(server, leastServer) ? server : undefined;
  },
  installers: [
    {
      title: 'downloading the official binary',
      requiredBytes: 1e9,
      install: async (ground, scratch) =>
        keepBinary(ground, await officialDownload('temporal', ground, scratch), cachedName),
    },
    {
      title: 'building it from source',
      durationNote: 'once, some minutes',
      requiredBytes: goBuildBytes,
      install: async (ground, scratch) =>
        keepBinary(
          ground,
          await goInstall(`github.com/temporalio/cli/cmd/temporal@v${version}`, ground, scratch),
          cachedName,
        ),
    },
  ],
};
