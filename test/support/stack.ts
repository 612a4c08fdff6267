/** Vitest's global setup: one stack that runs from before the first end-to-end test until after the last. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { egressMap } from './egressMap.ts';
import { startMailServer } from './mailServer.ts';
import { startSite } from './site/server.ts';
import { startWholeStack } from './wholeStack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The environment that the stack's services run with. */
    env: Record<string, string>;
  }
}

/** Plans with limits that a test can reach, in addition to the product's plans. */
const testPlans = {
  'twenty-requests': { credits: null, imageRequests: null, requestsPerMinute: 20, concurrentPages: 500 },
  'three-pages': { credits: null, imageRequests: null, requestsPerMinute: null, concurrentPages: 3 },
  'fifty-credits': { credits: 50, imageRequests: null, requestsPerMinute: null, concurrentPages: 500 },
  'two-of-each': {
    credits: null,
    imageRequests: null,
    requestsPerMinute: null,
    concurrentPages: 500,
    keys: 2,
    openJobs: 2,
    webhooks: 1,
    eventStreams: 2,
  },
  small: { credits: 1000, imageRequests: 10, requestsPerMinute: 600, concurrentPages: 50 },
};

export default async function setup(project: TestProject) {
  const site = await startSite();
  const mailServer = await startMailServer();
  const plansFolder = mkdtempSync(join(tmpdir(), 'sightread-plans-'));
  const plansFile = join(plansFolder, 'plans.json');
  writeFileSync(plansFile, JSON.stringify({ ...JSON.parse(readFileSync('deploy/plans.json', 'utf8')), ...testPlans }));
  // Only this stack uses the folder, so that a test can see which temporary files are left behind.
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'sr-'));
  const edgeCountsFolder = mkdtempSync(join(tmpdir(), 'sightread-edge-counts-'));
  async function stopFixtures() {
    await site.close();
    await mailServer.close();
    for (const folder of [plansFolder, temporaryFolder, edgeCountsFolder])
      rmSync(folder, { recursive: true, force: true });
  }

  const settings = {
    BOOTSTRAP_SECRET_KEY: 'sr_0000000000000000testtesttest',
    BOOTSTRAP_PUBLISHABLE_KEY: 'pk_0000000000000000testtesttest',
    BOOTSTRAP_OWNER_PASSWORD: 'a password for tests',
    EGRESS_MAP: egressMap(['site.example', 'lighthouse.com'], site.address),
    TMPDIR: temporaryFolder,
    SIGNUP: 'open',
    EDGE_SECRET: 'a-secret-for-tests-alone',
    EDGE_COUNTS_FOLDER: edgeCountsFolder,
    PLANS_FILE: plansFile,
    SMTP_URL: mailServer.smtp,
    // For the tests alone.
    SITE: site.address,
    MAIL_SERVER: mailServer.address,
  };
  const stack = await startWholeStack('e2e', settings, { chromium: true }).catch(async (cause) => {
    await stopFixtures();
    throw cause;
  });
  project.provide('env', stack.env);

  return async () => {
    await stack.stop();
    await stopFixtures();
  };
}
