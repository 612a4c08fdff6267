/**
 * `npm run record`: runs each workflow once on the real stack and keeps its history in test/replay/histories, for
 * replay.test.ts. Run it after a workflow was changed on purpose in a way that old histories cannot follow.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { startServers } from '../../deploy/local/servers/start.ts';
import { startServices } from '../../deploy/local/services/start.ts';
import { eventually } from '../support/eventually.ts';
import { startSite } from '../support/site/server.ts';
import { historyToJson } from './history.ts';
import { publishableKey, scenes } from './scenes.ts';

const folder = new URL('./histories/', import.meta.url);

export async function main(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'sightread-record-'));
  const site = await startSite();
  const servers = await startServers({ home, ports: 'free', chromium: true });
  const env = {
    ...servers.env,
    BOOTSTRAP_SECRET_KEY: 'sr_recordrecordrecord',
    EGRESS_ALLOW: '127.0.0.1/32',
    BOOTSTRAP_PUBLISHABLE_KEY: publishableKey,
    FAVICON_SERVICES: 'none',
    EGRESS_MAP: ['site.example', '*.lighthouse.com'].map((host) => `${host}=${site.address}`).join(),
  };
  const services = await startServices({ env });
  const connection = await Connection.connect({ address: servers.env['TEMPORAL_ADDRESS'] ?? '' });
  const { workflow } = new Client({ connection });
  try {
    const images = `http://127.0.0.1:${servers.ports.IMAGE_PORT}`;
    for (const scene of scenes)
      await scene.play(`http://127.0.0.1:${servers.ports.PORT}`, env.BOOTSTRAP_SECRET_KEY, images);
    // What no caller starts: the weekly look, and the warning of an account that is over its allowance.
    await workflow.start('sweepIcons', { taskQueue: 'image', workflowId: 'sweep', args: [{}] });
    await workflow.start('warnOverage', {
      taskQueue: 'flow',
      workflowId: 'overage',
      args: [{ account: 'acc_owner', month: '2026-11' }],
    });
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const running = async () => {
      for await (const _ of workflow.list({ query: 'ExecutionStatus="Running"' })) return true;
      return false;
    };
    await eventually('every workflow has ended', async () => !(await running()), 120_000);
    const counts = new Map<string, number>();
    for await (const { workflowId, runId, type } of workflow.list()) {
      const count = (counts.get(type) ?? 0) + 1;
      counts.set(type, count);
      const history = await workflow.getHandle(workflowId, runId).fetchHistory();
      writeFileSync(new URL(`${type}-${count}.json`, folder), historyToJson(history));
      console.log(`${type}: ${history.events?.length} events`);
    }
    return 0;
  } finally {
    await connection.close();
    await services.stop();
    await servers.stop();
    await site.close();
    rmSync(home, { recursive: true, force: true });
  }
}
