/** The whole stack with a data folder and ports of its own, up before the first end-to-end test and gone after the last. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startServers } from '../../deploy/local/servers/start.ts';
import { startServices } from '../../deploy/local/services/start.ts';
import { startMailServer } from './mailServer.ts';
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

/** Besides the product's plans: ones whose limits a test reaches. */
const smallPlans = {
  slow: { credits: null, imageRequests: null, requestsPerMinute: 20, concurrentPages: 500 },
  narrow: { credits: null, imageRequests: null, requestsPerMinute: null, concurrentPages: 3 },
  poor: { credits: 50, imageRequests: null, requestsPerMinute: null, concurrentPages: 500 },
  plain: { credits: 1000, imageRequests: 10, requestsPerMinute: 600, concurrentPages: 50 },
};

export default async function setup(project: TestProject) {
  const home = mkdtempSync(join(tmpdir(), 'sightread-e2e-'));
  const site = await startSite();
  const mailbox = await startMailServer();
  const plans = join(home, 'plans.json');
  writeFileSync(plans, JSON.stringify({ ...JSON.parse(readFileSync('deploy/plans.json', 'utf8')), ...smallPlans }));
  const temporary = mkdtempSync(join(tmpdir(), 'sr-'));
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
    // Its own, so that a test can see what is left there.
    TMPDIR: temporary,
    SITE: site.address,
    BOOTSTRAP_OWNER_PASSWORD: 'a password for tests',
    SIGNUP: 'open',
    EDGE_SECRET: 'a-secret-for-tests-alone',
    PLANS_FILE: plans,
    SMTP_URL: mailbox.smtp,
    MAILBOX: mailbox.address,
  };
  async function stop() {
    await servers.stop();
    await site.close();
    await mailbox.close();
    for (const folder of [home, temporary]) rmSync(folder, { recursive: true, force: true });
  }
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
