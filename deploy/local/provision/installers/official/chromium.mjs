/** Downloads the headless shell of stable Chrome and prints its path. */
import { Browser, detectBrowserPlatform, install, resolveBuildId } from '@puppeteer/browsers';

const [cacheDir] = process.argv.slice(2);
const platform = detectBrowserPlatform();
if (!platform) throw new Error('Chrome is not available for this system');
const buildId = await resolveBuildId(Browser.CHROMEHEADLESSSHELL, platform, 'stable');
const { executablePath } = await install({
  browser: Browser.CHROMEHEADLESSSHELL,
  buildId,
  cacheDir: String(cacheDir),
});
console.log(executablePath);
