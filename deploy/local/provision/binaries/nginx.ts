/** nginx, for the edge in tests and benchmarks; `npm start` does not need it. */

import type { BinarySpec } from '../binarySpec.ts';
import { aptInstall } from '../installers/apt.ts';
import { isAtLeast } from '../version.ts';

const minVersion = '1.18';
/** Often only on root's PATH. */
const debianPath = '/usr/sbin/nginx';

export const nginxBinary: BinarySpec = {
  title: 'nginx',
  manualFix: 'install nginx with its auth_request module (such as `sudo apt-get install nginx`).',
  candidates: () => ['nginx', debianPath],
  versionArgs: ['-V'],
  parseVersion: (printed) => {
    const version = /nginx\/(\d+\.\d+\.\d+)/.exec(printed)?.[1];
    const canCheckAccess = printed.includes('http_auth_request_module');
    return version && canCheckAccess && isAtLeast(version, minVersion) ? version : undefined;
  },
  installers: [
    {
      title: 'installing Debian’s package',
      requiredBytes: 50e6,
      install: async (deps) => {
        await aptInstall(['nginx'], deps);
        return debianPath;
      },
    },
  ],
};
