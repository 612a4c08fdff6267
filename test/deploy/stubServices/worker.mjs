/** A stub of a worker: starts a child in another process group, as Chromium does, and does not stop it. */
import { spawn } from 'node:child_process';

const browser = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
browser.unref();
setInterval(() => {}, 1_000);
process.send?.({ type: 'ready', browserPid: browser.pid });
for (const signal of ['SIGTERM', 'disconnect']) process.once(signal, () => process.exit(0));
