import { Gauge, type Registry } from 'prom-client';
import type { BrowserPool } from '../activities/egress/browserPool.ts';

/** Chromium runs in processes of its own, so its memory is measured at each scrape of the metrics. */
export function registerBrowserMemory(registry: Registry, pool: Pick<BrowserPool, 'memoryBytes'>): void {
  new Gauge({
    name: 'sightread_browser_memory_bytes',
    help: 'Resident memory of all Chromium processes of this worker.',
    registers: [registry],
    async collect() {
      this.set(await pool.memoryBytes());
    },
  });
}
