/** PostgreSQL, under Temporal's production server. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from '../installers/apt.ts';
import { isAtLeast, type BinarySpec } from '../provisionBinary.ts';

const leastVersion = '12';
/** Debian keeps the versions side by side and none on the PATH. */
const debianFolder = '/usr/lib/postgresql';

export const postgresBinary: BinarySpec = {
  title: 'PostgreSQL',
  manualFix: 'install its server (such as `sudo apt-get install postgresql`).',
  candidates: () => ['postgres', ...debianServers()],
  parseVersion: (printed) => {
    const version = /PostgreSQL\) (\d+(?:\.\d+)*)/.exec(printed)?.[1];
    return version && isAtLeast(version, leastVersion) ? version : undefined;
  },
  installers: [
    {
      title: 'installing Debian’s package',
      requiredBytes: 300e6,
      install: async (ground) => {
        await aptInstall(['postgresql'], ground);
        const [newest] = debianServers();
        if (!newest) throw new Error('the package brought no server');
        return newest;
      },
    },
  ],
};

/** The newest first. */
function debianServers(): string[] {
  if (!existsSync(debianFolder)) return [];
  return readdirSync(debianFolder)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(debianFolder, version, 'bin/postgres'));
}
