/** MinIO: its makers distribute it as source. */
import { goBuildBytes, goInstall } from '../installers/go.ts';
import { keepBinary, type BinarySpec } from '../provisionBinary.ts';

const version = 'v0.0.0-20260212201848-7aac2a2c5b7c';
const cachedName = 'minio-20260212';

export const minioBinary: BinarySpec = {
  title: 'MinIO',
  manualFix: 'install the minio server and put it on the PATH, or set MINIO_ENDPOINT to a server that runs.',
  candidates: ({ cache }) => ['minio', cache.binary(cachedName)],
  // It calls itself by the name of its file.
  parseVersion: (printed) => /^minio\S* version (\S+)/m.exec(printed)?.[1],
  installers: [
    {
      title: 'building it from source',
      durationNote: 'once, some minutes',
      requiredBytes: goBuildBytes,
      install: async (ground, scratch) =>
        keepBinary(ground, await goInstall(`github.com/minio/minio@${version}`, ground, scratch), cachedName),
    },
  ],
};
