import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { processTree } from '../../../activities/egress/processTree.ts';
import type { Action } from '../../../contracts/requests/actions.ts';
import { eventually } from '../../support/eventually.ts';
import { html, siteWithPage, siteWithPages } from './browserPages.ts';
import { failureOf, site } from './sites.ts';
import { noChromium, sharedBrowser } from './testBrowser.ts';

const shop = `<title>Shop</title>
<style>#late { display: block } #box { height: 100px; overflow: auto } #box div, .tall { height: 3000px }</style>
<form action="/found"><input id="query" name="q"><button id="go">Go</button></form>
<p class="more">more</p><p class="more">more</p><p class="more" hidden>more</p>
<div id="box"><div></div></div><p id="out"></p><div class="tall"></div>
<script>
  let clicks = 0;
  for (const each of document.querySelectorAll('.more')) each.onclick = () => { out.textContent = 'clicked ' + ++clicks };
  setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<b id="late">late</b>'), 300);
</script>`;

function returning(script: string): Action {
  return { type: 'executeJavascript', script };
}

/** Ends the processes of the browser that render pages, and says how many there were. */
async function killRenderers(): Promise<number> {
  const pids = await processTree(process.pid);
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  const renderers = pids.filter((_, at) => commands[at]?.includes('--type=renderer'));
  for (const pid of renderers) process.kill(pid, 'SIGKILL');
  return renderers.length;
}

describe.skipIf(noChromium)(`the actions of a page${noChromium ? ' (skipped: no Chromium)' : ''}`, () => {
  const { render } = sharedBrowser({ concurrency: 2 });

  async function act(body: string, actions: readonly Action[], options: object = {}) {
    const { url } = await siteWithPage(body);
    const result = await render({ url, actions, timeoutMs: 60_000, ...options });
    if (!result.actions) throw new Error('there are no results of actions');
    return { ...result, actions: result.actions };
  }

  it('search a site: click, write, press, and read what comes', async () => {
    const { url } = await siteWithPages({ '/': html(shop), '/found': html('<h1>Found it</h1>') });
    const result = await render({
      url,
      actions: [
        { type: 'wait', selector: '#late' },
        { type: 'click', selector: '#query' },
        { type: 'write', text: 'läntern & more' },
        { type: 'scrape' },
        { type: 'press', key: 'Enter' },
        { type: 'wait', selector: 'h1' },
        returning('location.search'),
      ],
    });
    expect(result.html).toContain('Found it');
    expect(result.url).toBe(`${url}/found?q=l%C3%A4ntern+%26+more`);
    expect(result.actions?.scrapes).toEqual([{ url: `${url}/`, html: expect.stringContaining('late') }]);
    expect(result.actions?.javascriptReturns).toEqual([{ type: 'string', value: '?q=l%C3%A4ntern+%26+more' }]);
  });

  it('click on one element or on all that are visible, and scroll the window and an element', async () => {
    const { actions } = await act(shop, [
      { type: 'click', selector: '.more', all: true },
      returning('out.textContent'),
      { type: 'scroll', selector: '#box' },
      returning('box.scrollTop'),
      { type: 'scroll', direction: 'down' },
      { type: 'scroll', direction: 'down' },
      { type: 'scroll', direction: 'up' },
      returning('[scrollY, innerHeight]'),
      { type: 'wait', milliseconds: 5 },
    ]);
    expect(actions.javascriptReturns.map(({ value }) => value)).toEqual(['clicked 2', 100, [800, 800]]);
  });

  it('take pictures of the window and the whole page, and print it', async () => {
    const { actions } = await act(shop, [
      { type: 'screenshot' },
      { type: 'screenshot', fullPage: true, quality: 40 },
      { type: 'screenshot', viewport: { width: 320, height: 200 } },
      { type: 'pdf', format: 'A5', landscape: true, scale: 0.5 },
      returning('innerWidth'),
    ]);
    const pictures = await Promise.all(actions.screenshots.map(({ bytes }) => sharp(bytes).metadata()));
    expect(pictures).toMatchObject([
      { format: 'png', width: 1_280, height: 800 },
      { format: 'jpeg', width: 1_280 },
      { format: 'png', width: 320, height: 200 },
    ]);
    expect(pictures[1]?.height).toBeGreaterThan(3_000);
    expect(actions.pdfs.map((bytes) => bytes.subarray(0, 5).toString())).toEqual(['%PDF-']);
    expect(actions.javascriptReturns).toEqual([{ type: 'number', value: 1_280 }]);
  });

  it('return what a script gives: its last expression, what it returns, and what its promise brings', async () => {
    const { actions } = await act(shop, [
      returning('const title = document.title; title'),
      returning('const title = "again"; return { title, list: [1, null] };'),
      returning('new Promise((resolve) => setTimeout(resolve, 20, "later"))'),
      returning('await Promise.resolve(7)'),
      returning('undefined'),
      returning('() => 1'),
      returning('null'),
    ]);
    expect(actions.javascriptReturns).toEqual([
      { type: 'string', value: 'Shop' },
      { type: 'object', value: { title: 'again', list: [1, null] } },
      { type: 'string', value: 'later' },
      { type: 'number', value: 7 },
      { type: 'undefined', value: null },
      { type: 'function', value: null },
      { type: 'object', value: null },
    ]);
  });

  it('run a script where the page allows none to itself', async () => {
    const { url } = await site((_, response) => {
      const policy = "default-src 'none'; require-trusted-types-for 'script'";
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
        .end('<h1>Strict</h1>');
    });
    const { actions } = await render({ url, actions: [returning('document.querySelector("h1").textContent')] });
    expect(actions?.javascriptReturns).toEqual([{ type: 'string', value: 'Strict' }]);
  });

  it.each<[string, Action, string]>([
    ['clicks on nothing', { type: 'click', selector: '#none' }, 'nothing on the page matches "#none"; a wait with'],
    ['clicks on what is hidden', { type: 'click', selector: '[hidden]' }, 'what matches "[hidden]" is not visible'],
    ['has no selector', { type: 'click', selector: '<<' }, '"<<" is not a CSS selector'],
    ['scrolls nothing', { type: 'scroll', selector: '#none' }, 'nothing on the page matches "#none"'],
    ['waits with no selector', { type: 'wait', selector: '[[' }, '"[[" is not a CSS selector'],
    ['writes nowhere', { type: 'write', text: 'x' }, 'no field has the focus'],
    ['presses no key', { type: 'press', key: 'Any' }, '"Any" is not a key'],
    ['throws', returning('nonsense()'), 'the script failed: ReferenceError: nonsense is not defined'],
    ['rejects', returning('Promise.reject(new Error("no"))'), 'the script failed: Error: no'],
    ['is no script', returning('this is not'), 'the script failed: SyntaxError'],
    ['returns a circle', returning('window.a = {}; a.a = a'), 'the script failed: TypeError: Converting circular'],
    ['returns too much', returning('"x".repeat(3e8)'), 'the script returned more than 1024 KiB of JSON'],
  ])('are named by their place if one %s', async (_, action, message) => {
    const failure = await failureOf(act(shop, [{ type: 'wait', milliseconds: 1 }, action]));
    expect(failure).toContain(`ActionFailed: \`actions[1]\` (${action.type}): ${message}`);
  });

  it('wait for an element that never comes for as long as the page has time', async () => {
    const failure = await failureOf(act(shop, [{ type: 'wait', selector: '#never' }], { timeoutMs: 8_000 }));
    expect(failure).toMatch(
      /^ActionFailed: `actions\[0\]` \(wait\): nothing on the page matched "#never" within \d+ s\.$/,
    );
  });

  it('time out in a script without end, and the next page is read', async () => {
    const failure = await failureOf(act(shop, [returning('for (;;);')], { timeoutMs: 8_000 }));
    expect(failure).toBe('PageTimedOut: Timed out after 8 s while running `actions[0]` (executeJavascript).');
    expect((await act(shop, [returning('1 + 1')])).actions.javascriptReturns).toEqual([{ type: 'number', value: 2 }]);
  });

  it('are not stopped by dialogs and popups', async () => {
    const { actions } = await act(shop, [
      returning('[alert(1), confirm(2), prompt(3), open("/") === null].length'),
      returning('document.title'),
    ]);
    expect(actions.javascriptReturns).toMatchObject([{ value: 4 }, { value: 'Shop' }]);
  });

  it.each(['http://10.0.0.1/', 'http://private.test/'])('are refused if they lead to %s', async (target) => {
    const link = `<a id="away" href="${target}">away</a>`;
    expect(await failureOf(act(link, [{ type: 'click', selector: '#away' }]))).toMatch(
      /^BlockedAddress: `actions\[0\]` \(click\): .*is not a public address\.$/,
    );
    expect(await failureOf(act(link, [returning(`location.href = ${JSON.stringify(target)}; 1`)]))).toMatch(
      /^BlockedAddress: `actions\[0\]` \(executeJavascript\): .*is not a public address\.$/,
    );
  });

  it('cannot fetch from a private address, nor through a popup', async () => {
    const script = `open("http://private.test/"); fetch("http://private.test/", { mode: "no-cors" }).then(() => "had", () => "refused")`;
    expect((await act(shop, [returning(script)])).actions.javascriptReturns).toEqual([
      { type: 'string', value: 'refused' },
    ]);
  });

  it('report a page that is killed under them, and the next page is read', async () => {
    const { url, requests } = await siteWithPage(shop);
    const acting = failureOf(render({ url, actions: [{ type: 'wait', milliseconds: 20_000 }], timeoutMs: 30_000 }));
    await eventually('the page is loaded', () => requests.length > 0);
    await eventually('a process renders it', async () => (await killRenderers()) > 0);
    expect(await acting).toMatch(/^PageUnreachable: The page crashed while /);
    expect((await act(shop, [returning('document.title')])).html).toContain('Shop');
  });

  it('return nothing of a page that has replaced what values are serialized with', async () => {
    const hostile = '<script>JSON.stringify = () => "x".repeat(2e8)</script>';
    expect(await failureOf(act(hostile, [returning('1')]))).toContain('returned more than 1024 KiB');
  });
});
