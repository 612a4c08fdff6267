/** Our own processes a second time, with a language model: beside the stack that has none, on its servers, apart by database and namespace. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { claimHome } from '../../deploy/local/home.ts';
import { takeFreePorts } from '../../deploy/local/ports.ts';
import { startServices } from '../../deploy/local/services.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';
import { registerNamespace } from './namespace.ts';

const namespace = 'with-a-model';

export async function startModelStack(model: Record<string, string>): Promise<{ api: string; stop(): Promise<void> }> {
  const env = inject('env');
  await registerNamespace(env['TEMPORAL_ADDRESS'] ?? '', namespace);
  const home = mkdtempSync(join(tmpdir(), 'sightread-model-'));
  const { release } = await claimHome(home, silentTerminal);
  const { ports, release: freePorts } = await takeFreePorts();
  freePorts();
  const { PORT, IMAGE_PORT, METRICS_PORT } = ports;
  const database = new URL(env['MONGODB_URI'] ?? '');
  database.pathname = '/with-a-model';
  const services = await startServices({
    env: {
      ...env,
      ...model,
      PORT: String(PORT),
      IMAGE_PORT: String(IMAGE_PORT),
      METRICS_PORT: String(METRICS_PORT),
      SIGHTREAD_HOME: home,
      TEMPORAL_NAMESPACE: namespace,
      MONGODB_URI: database.href,
    },
    workers: [['flow', 'fetch', 'model']],
    quiet: true,
  });
  return {
    api: `http://127.0.0.1:${PORT}`,
    async stop() {
      await services.stop();
      release();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
