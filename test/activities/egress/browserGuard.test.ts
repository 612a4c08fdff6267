import { createSocket } from 'node:dgram';
import { existsSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasNamespaces, runInNamespace } from '../../support/networkNamespace.ts';
import { site } from './sites.ts';
import { corpus } from './ssrfCorpus.ts';
import { browser, chromiumPath, noChromium } from './testBrowser.ts';

/** Listens on a loopback address that the rules do not allow, and records what reaches it. */
async function openCanary() {
  const hits: string[] = [];
  const server = net.createServer((socket) => {
    hits.push('connection');
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
  const { port } = server.address() as net.AddressInfo;
  const udp = createSocket('udp4').on('message', () => hits.push('datagram'));
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.2', resolve));
  onTestFinished(async () => {
    udp.close();
    await new Promise((resolve) => server.close(resolve));
  });
  return { hits, port };
}

/** A page that sends requests in every way a browser can. */
function pageRequesting(to: string) {
  return `
  <img src="http://${to}/img"><iframe src="http://${to}/frame"></iframe><script src="http://${to}/script"></script>
  <link rel="stylesheet" href="http://${to}/css"><link rel="prefetch" href="http://${to}/prefetch"><link rel="preconnect" href="http://${to}/">
  <link rel="dns-prefetch" href="http://${to}/"><video src="http://${to}/video"></video><object data="http://${to}/object"></object>
  <iframe src="/redirect?to=http://${to}/redirected"></iframe>
  <form action="http://${to}/form" method="post" target="sink"></form><iframe name="sink"></iframe>
  <script>
    fetch('http://${to}/fetch', { mode: 'no-cors' }).catch(() => {});
    fetch('https://${to}/fetch', { mode: 'no-cors' }).catch(() => {});
    navigator.sendBeacon('http://${to}/beacon', 'x');
    new WebSocket('ws://${to}/socket'); new WebSocket('wss://${to}/socket'); new EventSource('http://${to}/events');
    new Worker(URL.createObjectURL(new Blob(["fetch('http://${to}/worker', { mode: 'no-cors' })"])));
    document.forms[0].submit(); open('http://${to}/popup');
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${to}' }, { urls: 'turn:${to}?transport=tcp', username: 'a', credential: 'b' }] });
    peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    setTimeout(() => { document.title = 'tried' }, 700);
  </script>`;
}

describe.skipIf(noChromium)(`address guard in the browser${noChromium ? ' (skipped: no Chromium)' : ''}`, () => {
  it('blocks every kind of request of a page to a private address', async () => {
    const { hits, port } = await openCanary();
    const { url, requests } = await site((request, response) => {
      const to = new URL(request.url ?? '/', 'http://site/').searchParams.get('to') ?? '';
      response.setHeader('content-type', 'text/html');
      if (request.url?.startsWith('/redirect')) response.writeHead(302, { location: to });
      response.end(pageRequesting(to));
    });
    const { render } = await browser({ resolve: async () => [{ address: '127.0.0.2', family: 4 }] });
    for (const host of ['127.0.0.2', 'rebound.test', 'localhost', '[::ffff:127.0.0.2]']) {
      const page = await render({ url: `${url}/?to=${host}:${port}`, waitForMs: 2_000, screenshot: {} });
      expect(page.html).toContain('<title>tried</title>');
    }
    expect(requests.filter((request) => request.url?.startsWith('/redirect')).length).toBeGreaterThan(0);
    expect(hits).toEqual([]);
    // The canary does record connections.
    await new Promise((resolve) => net.connect(port, '127.0.0.2').on('close', resolve));
    expect(hits).toEqual(['connection']);
  });

  it('starts Chromium without a debugging port and without a proxy bypass for loopback', async () => {
    const { pool } = await browser();
    await pool.withPage(
      { origin: '', headers: {}, mobile: false, loadsMedia: false, timeoutMs: 20_000 },
      async (page) => {
        const args = page.browser().process()?.spawnargs ?? [];
        expect(args.filter((arg) => arg.startsWith('--remote-debugging'))).toEqual(['--remote-debugging-pipe']);
        expect(args).toContain('--proxy-bypass-list=<-loopback>');
      },
    );
  });
});

const missing = [
  noChromium ? ' (skipped: no Chromium)' : '',
  existsSync(corpus) ? '' : ' (skipped: no corpus)',
  hasNamespaces ? '' : ' (skipped: no network namespaces)',
].join('');

describe.skipIf(missing !== '')(`SSRF corpus in the browser${missing}`, () => {
  it('reaches none of the canaries at private addresses', () => {
    const entries: { url: string }[] = JSON.parse(readFileSync(new URL('refuse.json', corpus), 'utf8'));
    const args = [chromiumPath, JSON.stringify(entries.map(({ url }) => url))];
    const run = runInNamespace<{ tried: number; hits: string[]; control: string[] }>(
      new URL('renderCorpus.ts', import.meta.url),
      args,
      170_000,
    );
    expect(run.tried).toBe(entries.length);
    expect(run.hits).toEqual([]);
    expect(run.control).toEqual(['::ffff:10.0.0.1 80']);
  });
});
