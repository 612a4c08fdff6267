import { Gauge, type Registry } from 'prom-client';
import type { BrowserPool } from '../activities/egress/browserPool.ts';

/** Chromium's processes are not the worker's: their memory is asked for at each look. */
export function watchBrowserMemory(registry: Registry, pool: Pick<BrowserPool, 'memoryBytes'>): void {
  new Gauge({
    name: 'sightread_browser_memory_bytes',
    help: 'Resident memory of all Chromium processes of this worker.',
    registers: [registry],
    async collect() {
      this.set(await pool.memoryBytes());
    },
  });
}
