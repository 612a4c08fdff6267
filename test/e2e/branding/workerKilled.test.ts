import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { hits, site } from '../../support/fixtureSite.ts';
import { stackEnv } from '../../support/stackEnv.ts';
import { killProcess } from '../../support/stackProcesses.ts';

/** The browsers that this worker started, found by their profile folder because their parent may be dead. */
function browsersOf(worker: number) {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`sightread-chromium-${worker}-`);
    } catch {
      return false;
    }
  });
}

function temporaryFilesOf(worker: number) {
  return temporaryFiles().filter((name) => name.startsWith(`sightread-chromium-${worker}-`));
}

function chromiumTemporaryFiles() {
  return temporaryFiles().filter((name) => /^\.?org\.chromium\./.test(name));
}

function temporaryFiles() {
  return readdirSync(stackEnv('TMPDIR'));
}

describe('a branding analysis whose worker is killed', () => {
  it('is repeated: it answers, is charged once and leaves no browser behind', async () => {
    const { key } = await newAccount();
    const before = chromiumTemporaryFiles();
    const path = '/slow?ms=3000&branding=killed';
    const answer = call<{ data: object }>('/v1/branding', { body: { url: site(path) }, key });
    await eventually('the page is being opened', async () => (await hits(path)) === 1);
    const killed = await killProcess('worker-browser');
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ colors: { background: '#ffffff' } });
    expect((await call('/v1/credits', { key })).body).toMatchObject({ used: 5 });
    await eventually('the browser of the killed worker is gone', () => browsersOf(killed).length === 0);
    // The next worker deletes these files before it starts a browser, which it has done by now.
    expect(temporaryFilesOf(killed)).toEqual([]);
    expect(chromiumTemporaryFiles().filter((name) => !before.includes(name))).toEqual([]);
  }, 120_000);
});
