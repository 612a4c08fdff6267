/** nginx, for the edge: the tests and the bench run it, `npm start` does not need it. */
import { aptInstall } from './apt.ts';
import { atLeast, type Recipe } from './recipe.ts';

const leastVersion = '1.18';
/** Often not on the PATH of anybody but root. */
const debianPath = '/usr/sbin/nginx';

export const nginxRecipe: Recipe = {
  title: 'nginx',
  byHand: 'install nginx with its auth_request module (such as `sudo apt-get install nginx`).',
  candidates: () => ['nginx', debianPath],
  versionArgs: ['-V'],
  accept: (printed) => {
    const version = /nginx\/(\d+\.\d+\.\d+)/.exec(printed)?.[1];
    const able = printed.includes('http_auth_request_module');
    return version && able && atLeast(version, leastVersion) ? version : undefined;
  },
  ways: [
    {
      title: 'installing Debian’s package',
      needsBytes: 50e6,
      make: async (ground) => {
        await aptInstall(['nginx'], ground);
        return debianPath;
      },
    },
  ],
};
