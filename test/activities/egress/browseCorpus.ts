import http from 'node:http';
import { createBrowserPool } from '../../../activities/egress/browser.ts';
import { createGuard } from '../../../activities/egress/guard.ts';
import { createProxy } from '../../../activities/egress/proxy.ts';
import { createRenderer } from '../../../activities/egress/render.ts';
import { noEgressRules } from '../../../contracts/egress/rules.ts';
import { createNames, createWorld } from './canary.ts';

/** Run in a namespace: a public page embeds the URLs given as JSON, then each is navigated to by a page's script. */
const [chromiumPath = '', list = '[]'] = process.argv.slice(2);
const urls: string[] = JSON.parse(list);
const world = await createWorld();
const rules = noEgressRules;
const proxy = await createProxy(createGuard({ rules, resolve: createNames() }));
const pool = createBrowserPool({ chromiumPath, proxy, pages: 4 });
const { render } = createRenderer({ rules, pool, proxy });

let tried = 0;
for (let at = 0; at < urls.length; at += 60) {
  const some = urls.slice(at, at + 60);
  const page = await render({
    url: `http://93.184.216.34/embed?urls=${encodeURIComponent(JSON.stringify(some))}`,
    screenshot: true,
  });
  tried += Number(/<title>(\d+)<\/title>/.exec(page.html)?.[1]);
}
const navigations = urls.filter((_, at) => at % 20 === 0);
await Promise.all(
  navigations.map((url) =>
    render({ url: `http://93.184.216.34/go?to=${encodeURIComponent(url)}`, timeoutMs: 20_000 }).catch(() => {}),
  ),
);
await pool.close();
await proxy.close();

const hits = [...world.hits];
await new Promise((resolve) => http.get('http://10.0.0.1/', resolve));
const control = world.hits.slice(hits.length);
world.close();
console.log(JSON.stringify({ tried, hits, control }));
process.exit(0);
