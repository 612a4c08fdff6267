import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandResult } from '../../support/cli.ts';
import { api, secretKey } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { startHeldSite } from '../../support/heldSite.ts';
import { crawled } from '../../support/site/crawled.ts';
import { buildUserCommand, removeUserCommand, runUserCommand } from '../../support/userCommand.ts';

let folder: string;
beforeAll(async () => {
  await buildUserCommand();
  folder = mkdtempSync(join(tmpdir(), 'sightread-command-'));
});
afterAll(() => {
  removeUserCommand();
  rmSync(folder, { recursive: true, force: true });
});

function inFolder(name: string): string {
  return join(folder, name);
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

describe('the command of the client', () => {
  it('reads a page as markdown, in color, as JSON, or into a file', async () => {
    const url = site('/product');
    const { code, out } = await runUserCommand(['scrape', url]);
    expect(code).toBe(0);
    expect(out).toContain('# ');
    const json = JSON.parse((await runUserCommand(['scrape', url, '--json'])).out);
    expect(json).toMatchObject({ url, metadata: { statusCode: 200 } });
    const written = await runUserCommand(['scrape', url, '-o', inFolder('page.md')]);
    expect(written).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(inFolder('page.md'), 'utf8').trimEnd()).toBe(out);
  });

  it('maps a site and crawls it', async () => {
    const map = await runUserCommand(['map', crawled('mesh-20'), '-o', inFolder('urls.txt')]);
    expect(map.code).toBe(0);
    expect(linesOf(inFolder('urls.txt')).length).toBeGreaterThan(5);
    const crawl = await runUserCommand([
      'crawl',
      crawled('mesh-20'),
      '--limit',
      '10',
      '--ndjson',
      '--formats',
      'links',
    ]);
    expect(crawl.out.split('\n').map((line) => JSON.parse(line).url)).toHaveLength(10);
    expect(crawl.err).toContain('completed: 10 of 10 pages read');
  });

  it('goes on with a batch after Ctrl-C, and has each page once', async () => {
    // The second half is read when the command has been interrupted, so that it cannot have ended before.
    const halves = await startHeldSite({ isHeld: (path) => Number(path.slice(1)) >= 200 });
    try {
      const urls = Array.from({ length: 400 }, (_, at) => halves.page(`/${at}`));
      const [list, out] = [inFolder('batch.txt'), inFolder('batch.ndjson')];
      writeFileSync(list, `# pages\n\n${urls.join('\n')}\nnot a url at all\n`);
      const args = ['batch', list, '-o', out, '--formats', 'markdown', '--concurrency', '4'];
      let isInterrupted = false;
      const interrupted = await runUserCommand(args, {
        onNote(notes, kill) {
          if (isInterrupted || !/^Job /m.test(notes)) return;
          isInterrupted = true;
          void eventually('some lines are written', () => existsSync(out) && statSync(out).size > 0).then(() =>
            kill('SIGINT'),
          );
        },
      });
      halves.release();
      expect(interrupted).toMatchObject({ code: 130, err: expect.stringContaining('the same command goes on') });
      const before = linesOf(out).length;
      expect(before).toBeLessThan(400);
      const resumed = await runUserCommand(args);
      expect(resumed).toMatchObject({ code: 0, err: expect.stringContaining('Going on with job') });
      expect(
        linesOf(out)
          .map((line) => JSON.parse(line).url)
          .toSorted(),
      ).toEqual(urls.toSorted());
      expect(existsSync(`${out}.progress`)).toBe(false);
      // A worker that was taken for dead makes some pages be read again; a second job would have read all of them again.
      expect(halves.asked()).toBeLessThan(2 * urls.length);
    } finally {
      await halves.close();
    }
  });

  it('extracts data by a schema in a file', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    writeFileSync(inFolder('schema.json'), JSON.stringify(schema));
    const { code, out } = await runUserCommand(['extract', site('/product'), '--schema', inFolder('schema.json')]);
    expect(code).toBe(0);
    expect(JSON.parse(out).name).toBeTruthy();
  });

  it('shows the brand of a site, and opens it as a sheet', async () => {
    const { code, out } = await runUserCommand(['brand', site('/a')], { env: { FORCE_COLOR: '1' } });
    expect(code).toBe(0);
    expect(out).toContain('\u001b[48;2;');
    // A browser that copies what it is given to show.
    writeFileSync(inFolder('browser'), `#!/bin/sh\ncp "$1" "${inFolder('shown.html')}"\n`, { mode: 0o755 });
    const opened = await runUserCommand(['brand', site('/a'), '--open'], { env: { BROWSER: inFolder('browser') } });
    expect(opened.code).toBe(0);
    // The file is there before it is written.
    await eventually('the sheet is shown', () => {
      const shown = inFolder('shown.html');
      return existsSync(shown) && readFileSync(shown, 'utf8').includes('Content-Security-Policy');
    });
  });

  it('fetches an icon, or prints its address', async () => {
    const { out } = await runUserCommand(['icon', 'lighthouse.com', '--size', '32']);
    expect(new URL(out).searchParams.get('size')).toBe('32');
    const args = ['icon', 'lighthouse.com', '--size', '32', '--retina', '-o', inFolder('icon')];
    expect(await runUserCommand(args)).toMatchObject({ code: 0, err: expect.stringContaining('image/') });
    expect(statSync(inFolder('icon')).size).toBeGreaterThan(100);
    const refused = await runUserCommand(args, { env: { SIGHTREAD_PUBLISHABLE_KEY: 'pk_unknown' } });
    expect(refused).toMatchObject({ code: 3, err: 'Invalid key' });
  });

  it('asks for an icon with every parameter of the image API', async () => {
    const wanted = ['--size', '48', '--format', 'webp', '--theme', 'dark', '--fallback', '404', '--plate', 'auto'];
    const further = ['--padding', '10', '--radius', '50', '--v', '2', '--retina', '--raster'];
    const { out } = await runUserCommand(['icon', 'github.com', ...wanted, ...further]);
    expect(Object.fromEntries(new URL(out).searchParams)).toEqual({
      ...{ token: expect.stringMatching(/^pk_/), size: '48', format: 'webp', theme: 'dark', fallback: '404' },
      ...{ plate: 'auto', padding: '10', radius: '50', v: '2', retina: 'true', raster: 'true' },
    });
    const file = inFolder('icon.webp');
    let written: CommandResult | undefined;
    // A pause in the middle of a search ends it with nothing, and that is kept, so some more may be asked for.
    for (const domain of ['github.com', 'spotify.com', 'netflix.com']) {
      if (written?.code !== 0) written = await runUserCommand(['icon', domain, ...wanted, ...further, '-o', file]);
    }
    expect(written).toMatchObject({ code: 0, err: expect.stringContaining('image/webp') });
    expect(readFileSync(file).toString('latin1', 0, 12)).toMatch(/^RIFF[\s\S]{4}WEBP$/);
    const card = await runUserCommand(['icon', 'github.com', '--og', '--fallback', 'card']);
    expect(new URL(card.out).pathname).toBe('/og/github.com');
    expect(await runUserCommand(['icon', 'github.com', '--plate', 'round'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--plate is one of none, auto, light, dark.'),
    });
    expect(await runUserCommand(['icon', 'github.com', '--padding', '90', '-o', file])).toMatchObject({
      code: 1,
      err: 'padding is a whole number of percent from 0 to 40.',
    });
  });

  it('watches a page, lists what it watches, and follows a job', async () => {
    const { out: id } = await runUserCommand(['watch', site('/a'), '--every', '1d', '--name', 'Mine']);
    expect((await runUserCommand(['watch'])).out).toContain(`${id}\tMine\tevery 1d\tactive`);
    expect((await runUserCommand(['watch', id])).out).toContain('Mine');
    expect((await runUserCommand(['watch', id, '--remove'])).code).toBe(0);
    expect((await runUserCommand(['watch'])).out).not.toContain(id);
    const { err } = await runUserCommand(['batch', site('/a'), site('/b'), '--json']);
    const job = /^Job (\S+)/m.exec(err)?.[1] ?? '';
    expect(await runUserCommand(['watch', job])).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 of 2 pages'),
    });
  });

  it('keeps the key in a file that only its owner can read, and uses it', async () => {
    const env = { SIGHTREAD_KEY: '', SIGHTREAD_URL: '', XDG_CONFIG_HOME: inFolder('config') };
    const signedIn = await runUserCommand(['login', '--url', api()], { env, input: `${secretKey()}\n` });
    expect(signedIn).toMatchObject({ code: 0, err: expect.stringContaining('Signed in') });
    expect(signedIn.err).not.toContain(secretKey());
    expect(statSync(join(inFolder('config'), 'sightread/credentials.json')).mode & 0o777).toBe(0o600);
    expect((await runUserCommand(['scrape', site('/a')], { env })).code).toBe(0);
    const refused = await runUserCommand(['login', '--url', api()], {
      env,
      input: 'sr_0000000000000000nobodysknown\n',
    });
    expect(refused.code).toBe(3);
    expect((await runUserCommand(['scrape', site('/a')], { env })).code).toBe(0);
  });

  it.each([
    [['scrape', site('/status?code=404')], 1, /The site answered 404/],
    [['scrape', site('/a'), '--formats', 'pdf'], 1, /formats/],
    [['scarpe', 'x'], 2, /did you mean scrape\?/],
    [['scrape', 'x', '--jsno'], 2, /did you mean --json\?/],
    [['scrape'], 2, /The URL is missing/],
    [['batch', 'no-such-file.txt'], 2, /There is no file/],
    [['batch', site('/status?code=500'), site('/status?code=404')], 5, /failed: 0 of 2/],
  ])('answers %j with exit code %i and one sentence', async (args, code, words) => {
    const result = await runUserCommand(args);
    expect(result.code).toBe(code);
    expect(result.err).toMatch(words);
    expect(result.err).not.toContain('    at ');
  });

  it('says when nobody answers, and when there is no key', async () => {
    const env = { SIGHTREAD_URL: 'http://127.0.0.1:9' };
    expect((await runUserCommand(['scrape', site('/a')], { env })).code).toBe(4);
    const none = { SIGHTREAD_KEY: '', XDG_CONFIG_HOME: inFolder('nothing') };
    expect(await runUserCommand(['scrape', site('/a')], { env: none })).toMatchObject({ code: 3, out: '' });
  });

  it.each(['bash', 'zsh', 'fish'])('completes in %s', async (shell) => {
    const { code, out } = await runUserCommand(['completion', shell]);
    expect(code).toBe(0);
    expect(out).toContain('scrape');
    expect(out).toContain('concurrency');
  });
});
