/** nginx, for the edge: the tests and the bench run it, `npm start` does not need it. */
import { aptInstall } from '../installers/apt.ts';
import { isAtLeast, type BinarySpec } from '../provisionBinary.ts';

const leastVersion = '1.18';
/** Often not on the PATH of anybody but root. */
const debianPath = '/usr/sbin/nginx';

export const nginxBinary: BinarySpec = {
  title: 'nginx',
  manualFix: 'install nginx with its auth_request module (such as `sudo apt-get install nginx`).',
  candidates: () => ['nginx', debianPath],
  versionArgs: ['-V'],
  parseVersion: (printed) => {
    const version = /nginx\/(\d+\.\d+\.\d+)/.exec(printed)?.[1];
    const able = printed.includes('http_auth_request_module');
    return version && able && isAtLeast(version, leastVersion) ? version : undefined;
  },
  installers: [
    {
      title: 'installing Debian’s package',
      requiredBytes: 50e6,
      install: async (ground) => {
        await aptInstall(['nginx'], ground);
        return debianPath;
      },
    },
  ],
};
