import { createCollector } from '../../../activities/branding/collector.ts';
import { type Decision, decide } from '../../../activities/branding/decide.ts';
import type { Evidence } from '../../../activities/branding/evidence.ts';
import { createLookAt, type LookAt } from '../../../activities/branding/look.ts';
import { createBrowserPool } from '../../../activities/egress/browser.ts';
import { createGuard } from '../../../activities/egress/guard.ts';
import { createProxy } from '../../../activities/egress/proxy.ts';
import { parseEgressAllow } from '../../../contracts/egress/rules.ts';
import { chromiumPath } from '../egress/browsers.ts';

export interface Analyst {
  lookAt: LookAt;
  analyse(url: string, timeoutMs?: number): Promise<Decision & { evidence: Evidence; warning?: string }>;
  close(): Promise<void>;
}

/** A real Chromium behind the guard, which lets loopback through; names of other sites do not exist. */
export async function createAnalyst(pages = 2): Promise<Analyst> {
  const rules = { allow: parseEgressAllow('127.0.0.1/32'), map: [] };
  async function resolve(): Promise<never> {
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
  }
  const proxy = await createProxy(createGuard({ rules, resolve }));
  const pool = createBrowserPool({ chromiumPath, proxy, pages });
  const lookAt = createLookAt({ rules, pool, proxy, collector: createCollector() });
  return {
    lookAt,
    async analyse(url, timeoutMs = 30_000) {
      const look = await lookAt({ url, timeoutMs });
      return { ...decide(look.evidence), ...look };
    },
    async close() {
      await pool.close();
      await proxy.close();
    },
  };
}
