import { DefaultLogger, Runtime } from '@temporalio/worker';

let isInstalled = false;

/** Keeps messages of Temporal's workers below errors out of the test's output. A process can install a runtime only once. */
export function installQuietLogger() {
  if (!isInstalled) Runtime.install({ logger: new DefaultLogger('ERROR') });
  isInstalled = true;
}
