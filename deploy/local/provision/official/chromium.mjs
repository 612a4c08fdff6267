/** Downloads the Chrome that this version of puppeteer is made for; prints its path. */
import { Browser, detectBrowserPlatform, install, resolveBuildId } from '@puppeteer/browsers';

const [cacheDir] = process.argv.slice(2);
const platform = detectBrowserPlatform();
if (!platform) throw new Error('there is no Chrome for this system');
const buildId = await resolveBuildId(Browser.CHROME, platform, 'stable');
const { executablePath } = await install({ browser: Browser.CHROME, buildId, cacheDir: String(cacheDir) });
console.log(executablePath);
