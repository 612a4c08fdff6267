/** MinIO, which is distributed only as source code. */

import type { BinarySpec } from '../binarySpec.ts';
import { goBuildBytes, goInstall } from '../installers/go.ts';

const version = 'v0.0.0-20260212201848-7aac2a2c5b7c';
const cachedName = 'minio-20260212';

export const minioBinary: BinarySpec = {
  title: 'MinIO',
  manualFix: 'install the minio server and put it on the PATH, or set MINIO_ENDPOINT to a running server.',
  candidates: ({ cache }) => ['minio', cache.binary(cachedName)],
  // The output begins with the name of the executable file.
  parseVersion: (printed) => /^minio\S* version (\S+)/m.exec(printed)?.[1],
  installers: [
    {
      title: 'building it from source',
      durationNote: 'once, some minutes',
      requiredBytes: goBuildBytes,
      install: async (deps, scratch) =>
        deps.cache.addBinary(await goInstall(`github.com/minio/minio@${version}`, deps, scratch), cachedName),
    },
  ],
};
