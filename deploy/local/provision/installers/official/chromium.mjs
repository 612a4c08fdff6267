/** Downloads the headless shell of the stable Chrome; prints its path. */
import { Browser, detectBrowserPlatform, install, resolveBuildId } from '@puppeteer/browsers';

const [cacheDir] = process.argv.slice(2);
const platform = detectBrowserPlatform();
if (!platform) throw new Error('there is no Chrome for this system');
const buildId = await resolveBuildId(Browser.CHROMEHEADLESSSHELL, platform, 'stable');
const { executablePath } = await install({
  browser: Browser.CHROMEHEADLESSSHELL,
  buildId,
  cacheDir: String(cacheDir),
});
console.log(executablePath);
