import { type CapturePage, createCapturePage } from '../../../../activities/branding/capturePage.ts';
import { createCollector } from '../../../../activities/branding/collector.ts';
import { type Decision, decide } from '../../../../activities/branding/decide.ts';
import type { Evidence } from '../../../../activities/branding/evidence.ts';
import { createBrowserPool } from '../../../../activities/egress/browserPool.ts';
import { createForwardProxy } from '../../../../activities/egress/forwardProxy.ts';
import { createGuard } from '../../../../activities/egress/guard.ts';
import { createDecoderPool } from '../../../../activities/icons/decode/pool.ts';
import { parseEgressAllow } from '../../../../contracts/egress/rules.ts';
import { chromiumPath } from '../../egress/testBrowser.ts';

export interface BrandAnalyzer {
  capturePage: CapturePage;
  analyze(url: string, timeoutMs?: number): Promise<Decision & { evidence: Evidence; warning?: string }>;
  close(): Promise<void>;
}

/** A real Chromium behind an address guard that allows loopback. No host name resolves. */
export async function createBrandAnalyzer(pages = 2): Promise<BrandAnalyzer> {
  const rules = { allow: parseEgressAllow('127.0.0.1/32'), map: [] };
  async function resolve(): Promise<never> {
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
  }
  const proxy = await createForwardProxy(createGuard({ rules, resolve }));
  const pool = createBrowserPool({ chromiumPath, proxy, concurrency: pages });
  const decoder = createDecoderPool({ processes: 1, inspectTimeoutMs: 60_000 });
  const capturePage = createCapturePage({ rules, pool, proxy, collector: createCollector(), decoder });
  return {
    capturePage,
    async analyze(url, timeoutMs = 30_000) {
      const capture = await capturePage({ url, timeoutMs });
      return { ...decide(capture.evidence), ...capture };
    },
    async close() {
      await pool.close();
      await proxy.close();
      await decoder.close();
    },
  };
}
