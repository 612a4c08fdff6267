import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../activities/egress/chromium.ts';
import { processTree } from '../../../activities/egress/processTree.ts';
import { browser, noChromium, sharedBrowser } from './browsers.ts';
import { failure, site } from './sites.ts';

function page(body: string) {
  return site((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(request.url === '/good' ? '<p>good</p>' : body);
  });
}

const settings = { origin: '', headers: {}, mobile: false, withMedia: false, timeoutMs: 20_000 };
function profiles() {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`sightread-chromium-${process.pid}-`));
}
/** Processes that were started with one of these profiles, whoever is their parent by now. */
function withProfile(names: string[]) {
  return readdirSync('/proc').filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return names.some((name) => command.includes(name));
    } catch {
      return false;
    }
  });
}
/** Not a zombie either, which its new parent has yet to bury. */
function isAlive(pid: number) {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe.skipIf(noChromium)(
  `pages that misbehave${noChromium ? ' (skipped: no Chromium)' : ''}`,
  { timeout: 60_000 },
  () => {
    const { render, pool } = sharedBrowser({ pages: 1 });

    it.each([
      [
        'asks questions',
        'alert(1); confirm(2); prompt(3); onbeforeunload = () => "stay"; document.body.append("went on")',
      ],
      ['opens windows', 'for (let n = 0; n < 5; n++) open("/good#" + n); document.body.append("went on")'],
      ['starts downloads', 'location.href = "data:application/zip,PK"; document.body.append("went on")'],
      [
        'registers a worker',
        'navigator.serviceWorker?.register("/sw.js").catch(() => {}); document.body.append("went on")',
      ],
      ['prints', 'print(); document.body.append("went on")'],
    ])('reads one that %s', async (_, script) => {
      const { url } = await page(`<body><script>${script}</script>`);
      expect((await render({ url })).html).toContain('went on</body>');
      await pool.withPage(settings, async (own) => {
        const open = await own.browser().pages();
        expect(open.filter((one) => one !== own && one.url() !== 'about:blank')).toHaveLength(0);
      });
    });

    it('stops one that sends itself elsewhere for ever', async () => {
      const { url, requests } = await page('<script>location.href = "/" + Math.random()</script>');
      await render({ url, timeoutMs: 20_000 }).catch(() => {});
      expect(requests.length).toBeGreaterThan(5);
      expect(requests.length).toBeLessThan(30);
    });

    it('gives up on one that hangs, and goes on with the next', async () => {
      const { url } = await page('<p>before</p><script>while (true);</script>');
      expect(await failure(render({ url, timeoutMs: 4_000 }))).toMatch(/^PageTimedOut: timed out after 4 s while /);
      expect((await render({ url: `${url}/good` })).html).toContain('good');
    });

    it('gives up on one that hangs after it has loaded', async () => {
      const { url } = await page('<p>before</p><script>setTimeout(() => { while (true); }, 100)</script>');
      expect(await failure(render({ url, timeoutMs: 5_000, waitForMs: 1_000 }))).toBe(
        'PageTimedOut: timed out after 5 s while rendering the page',
      );
      expect((await render({ url: `${url}/good` })).html).toContain('good');
    });

    it('says that a page crashed', async () => {
      const { url } = await page('<p>x</p>');
      const crashing = pool.withPage(settings, async (own) => {
        await own.goto('chrome://crash').catch(() => {});
        await new Promise(() => {});
      });
      expect(await failure(crashing)).toBe('PageUnreachable: the page crashed');
      expect((await render({ url: `${url}/good` })).html).toContain('good');
    });
  },
);

describe.skipIf(noChromium)("the browser's life", { timeout: 60_000 }, () => {
  it('has at most so many pages in flight', async () => {
    const { pool } = await browser({ pages: 2 });
    const use: (() => void)[] = [];
    let done = 0;
    const all = Array.from({ length: 5 }, () =>
      pool.withPage(settings, async () => {
        await new Promise<void>((resolve) => use.push(resolve));
        done += 1;
      }),
    );
    for (const inFlight of [2, 2, 2, 2, 1]) {
      await expect.poll(() => use.length, { timeout: 10_000 }).toBe(inFlight);
      use.shift()?.();
    }
    await Promise.all(all);
    expect(done).toBe(5);
  });

  it('closes a page when its caller goes away, and the wait for one', async () => {
    const stop = new AbortController();
    const reason = new Error('the caller went away');
    const { url, connections } = await site(() => stop.abort(reason));
    const { render } = await browser({ pages: 1 });
    const first = render({ url, signal: stop.signal });
    const waiting = render({ url, signal: stop.signal });
    await Promise.all([expect(first).rejects.toBe(reason), expect(waiting).rejects.toBe(reason)]);
    await expect.poll(() => connections.every((socket) => socket.destroyed), { timeout: 5_000 }).toBe(true);
  });

  it('starts again under a page whose browser was killed', async () => {
    const { url } = await page('');
    const { render, pool } = await browser();
    let runs = 0;
    const result = await pool.withPage(settings, async (own) => {
      runs += 1;
      if (runs === 1) own.browser().process()?.kill('SIGKILL');
      await own.goto(`${url}/good`);
      return own.content();
    });
    expect([runs, result]).toEqual([2, expect.stringContaining('good')]);
    expect((await render({ url: `${url}/good` })).html).toContain('good');
  });

  it('fails where the browser dies each time, and serves the next page', async () => {
    const { url } = await page('');
    const { render, pool } = await browser();
    const deadly = pool.withPage(settings, async (own) => {
      own.browser().process()?.kill('SIGKILL');
      await new Promise(() => {});
    });
    expect(await failure(deadly)).toBe('DependencyDown: the browser ended while it had the page');
    expect((await render({ url: `${url}/good` })).html).toContain('good');
  });

  it.each([{ maxPages: 2 }, { maxMemory: 1, memoryCheckMs: 0 }])(
    'is replaced when it is used up (%o)',
    async (limit) => {
      const { pool } = await browser(limit);
      const pids = new Set<number | undefined>();
      for (let n = 0; n < 3; n += 1) {
        await pool.withPage(settings, async (own) => {
          pids.add(own.browser().process()?.pid);
        });
      }
      expect(pids.size).toBe(limit.maxPages === 2 ? 2 : 3);
    },
  );

  it('leaves no process and no file behind', async () => {
    const before = profiles();
    const { url } = await page('');
    const { render, pool } = await browser();
    const [pids] = await Promise.all([
      pool.withPage(settings, async (own) => processTree(own.browser().process()?.pid ?? 0)),
      render({ url: `${url}/good` }),
    ]);
    expect(pids.filter(isAlive).length).toBeGreaterThan(2);
    const own = profiles().filter((name) => !before.includes(name));
    expect(own).toHaveLength(1);
    expect(withProfile(own).length).toBeGreaterThan(0);
    await pool.close();
    await expect.poll(() => pids.filter(isAlive), { timeout: 5_000 }).toEqual([]);
    await expect.poll(() => withProfile(own), { timeout: 5_000 }).toEqual([]);
    expect(profiles()).toEqual(before);
    expect(await failure(render({ url }))).toBe('DependencyDown: the browser is shutting down');
  });

  it('removes what a killed owner left', async () => {
    const gone = spawnSync('true').pid;
    const left = mkdtempSync(join(tmpdir(), `sightread-chromium-${gone}-`));
    const { pool } = await browser();
    await pool.withPage(settings, async () => {});
    expect(existsSync(left)).toBe(false);
  });

  it('removes what was left by an owner that had its own number', async () => {
    const left = mkdtempSync(join(tmpdir(), `sightread-chromium-${process.pid}-`));
    utimesSync(left, new Date(0), new Date(0));
    const { pool } = await browser();
    await pool.withPage(settings, async () => {});
    expect(existsSync(left)).toBe(false);
  });

  it('writes nothing outside its profile, and does not know the keys of the service', async () => {
    process.env['OPENAI_API_KEY'] = 'a-key-of-ours';
    onTestFinished(() => {
      delete process.env['OPENAI_API_KEY'];
    });
    const { pool } = await browser();
    await pool.withPage(settings, async (own) => {
      const pids = await processTree(own.browser().process()?.pid ?? 0);
      const known = pids.map(environmentOf).join('\0');
      expect(known).not.toContain('a-key-of-ours');
      const homes = new Set(known.split('\0').filter((one) => one.startsWith('TMPDIR=')));
      expect([...homes]).toEqual([
        expect.stringMatching(`^TMPDIR=${tmpdir()}/sightread-chromium-${process.pid}-\\w+/t$`),
      ]);
      const profile = [...homes].join().slice('TMPDIR='.length, -'/t'.length);
      // What a killed one would leave beside it, for good.
      const kept = pids.flatMap(openFiles).filter((path) => path.startsWith(`${tmpdir()}/`));
      expect(kept.length).toBeGreaterThan(0);
      expect(kept.filter((path) => !path.startsWith(`${profile}/`))).toEqual([]);
    });
  });

  it('keeps its files in its profile where that is short enough for a socket, and outside where it is not', () => {
    expect(temporaryFolder('/tmp/sightread-chromium-1-abcdef')).toBe('/tmp/sightread-chromium-1-abcdef/t');
    expect(temporaryFolder(`/${'a'.repeat(60)}`)).toBe(tmpdir());
  });

  it('says that it could not be started', async () => {
    const { render } = await browser({ chromiumPath: '/does/not/exist' });
    const before = profiles();
    expect(await failure(render({ url: 'http://127.0.0.1:1024/' }))).toBe(
      'DependencyDown: the browser could not be started',
    );
    expect(profiles()).toEqual(before);
  });
});

function environmentOf(pid: number) {
  return ifAlive(() => readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? '';
}

function openFiles(pid: number): string[] {
  return (ifAlive(() => readdirSync(`/proc/${pid}/fd`)) ?? []).flatMap(
    (fd) => ifAlive(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [],
  );
}

function ifAlive<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    // It ended, or closed the file, meanwhile.
    return undefined;
  }
}
