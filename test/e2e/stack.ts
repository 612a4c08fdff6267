/** The whole stack with a data folder and ports of its own, up before the first end-to-end test and gone after the last. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startServers } from '../../deploy/local/servers.ts';
import { startServices } from '../../deploy/local/services.ts';
import { startSite } from './site/server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** What the services were started with. */
    env: Record<string, string>;
  }
}

const keys = {
  BOOTSTRAP_SECRET_KEY: 'sr_0000000000000000testtesttest',
  BOOTSTRAP_PUBLISHABLE_KEY: 'pk_0000000000000000testtesttest',
};

export default async function setup(project: TestProject) {
  const home = mkdtempSync(join(tmpdir(), 'sightread-e2e-'));
  const site = await startSite();
  const servers = await startServers({ home, ports: 'free', chromium: true, quiet: true });
  const env = {
    ...servers.env,
    ...keys,
    EGRESS_ALLOW: '127.0.0.1/32',
    // These and all of their subdomains are the fixture site.
    EGRESS_MAP: ['site.example', 'lighthouse.com']
      .flatMap((host) => [`${host}=${site.address}`, `*.${host}=${site.address}`])
      .join(),
    // A third party that knows nothing; a test asks it by name.
    FAVICON_SERVICES: 'none',
    SITE: site.address,
  };
  const stop = async () => {
    await servers.stop();
    await site.close();
    rmSync(home, { recursive: true, force: true });
  };
  const services = await startServices({ env, quiet: true }).catch(async (cause) => {
    await stop();
    throw cause;
  });
  project.provide('env', env);

  return async () => {
    await services.stop();
    await stop();
  };
}
