import http from 'node:http';
import { createBrowserPool } from '../../../activities/egress/browserPool.ts';
import { createBrowserRenderer } from '../../../activities/egress/browserRenderer.ts';
import { createForwardProxy } from '../../../activities/egress/forwardProxy.ts';
import { createGuard } from '../../../activities/egress/guard.ts';
import { noEgressRules } from '../../../contracts/egress/rules.ts';
import { createCanaryNetwork, createCanaryResolver } from './canaryNetwork.ts';

/**
 * Runs in a network namespace. Renders public pages that embed the URLs given as JSON, then pages whose script
 * navigates to some of them.
 */
const [chromiumPath = '', list = '[]'] = process.argv.slice(2);
const urls: string[] = JSON.parse(list);
const network = await createCanaryNetwork();
const rules = noEgressRules;
const proxy = await createForwardProxy(createGuard({ rules, resolve: createCanaryResolver() }));
const pool = createBrowserPool({ chromiumPath, proxy, concurrency: 4 });
const { render } = createBrowserRenderer({ rules, pool, proxy });

let embedded = 0;
for (let at = 0; at < urls.length; at += 60) {
  const batch = urls.slice(at, at + 60);
  const page = await render({
    url: `http://93.184.216.34/embed?urls=${encodeURIComponent(JSON.stringify(batch))}`,
    screenshot: {},
  });
  embedded += Number(/<title>(\d+)<\/title>/.exec(page.html)?.[1]);
}
const navigations = urls.filter((_, at) => at % 20 === 0);
await Promise.all(
  navigations.map((url) =>
    render({ url: `http://93.184.216.34/go?to=${encodeURIComponent(url)}`, timeoutMs: 20_000 }).catch(() => {}),
  ),
);
await pool.close();
await proxy.close();

const hits = [...network.hits];
// Shows that the canaries do record connections.
await new Promise((resolve) => http.get('http://10.0.0.1/', resolve));
const control = network.hits.slice(hits.length);
network.close();
console.log(JSON.stringify({ tried: embedded, hits, control }));
process.exit(0);
