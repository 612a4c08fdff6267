/** PostgreSQL, the database of Temporal's production server. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BinarySpec } from '../binarySpec.ts';
import { aptInstall } from '../installers/apt.ts';
import { isAtLeast } from '../version.ts';

const minVersion = '12';
/** Debian installs the versions side by side, none of them on the PATH. */
const debianFolder = '/usr/lib/postgresql';

export const postgresBinary: BinarySpec = {
  title: 'PostgreSQL',
  manualFix: 'install its server (such as `sudo apt-get install postgresql`).',
  candidates: () => ['postgres', ...debianServers()],
  parseVersion: (printed) => {
    const version = /PostgreSQL\) (\d+(?:\.\d+)*)/.exec(printed)?.[1];
    return version && isAtLeast(version, minVersion) ? version : undefined;
  },
  installers: [
    {
      title: 'installing Debian’s package',
      requiredBytes: 300e6,
      install: async (deps) => {
        await aptInstall(['postgresql'], deps);
        const [newest] = debianServers();
        if (!newest) throw new Error('the package contains no server');
        return newest;
      },
    },
  ],
};

/** Newest first. */
function debianServers(): string[] {
  if (!existsSync(debianFolder)) return [];
  return readdirSync(debianFolder)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianFolder, version, 'bin/postgres'));
}
