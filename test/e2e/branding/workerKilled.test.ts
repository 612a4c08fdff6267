import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { hits, site } from '../../support/fixtureSite.ts';
import { killProcess } from '../../support/stackProcesses.ts';

/** Browsers that were started by this process, whoever is their parent by now. */
function browsersOf(owner: number) {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`sightread-chromium-${owner}-`);
    } catch {
      return false;
    }
  });
}
function filesOf(owner: number) {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`sightread-chromium-${owner}-`));
}
function strays() {
  return readdirSync(tmpdir()).filter((name) => /^\.?org\.chromium\./.test(name));
}

describe('a branding analysis whose worker is killed', () => {
  it('is done again: one answer, charged once, and no browser is left behind', async () => {
    const { key } = await newAccount();
    const before = strays();
    const path = '/slow?ms=3000&branding=killed';
    const answer = call<{ data: object }>('/v1/branding', { body: { url: site(path) }, key });
    await eventually('the page is being opened', async () => (await hits(path)) === 1);
    const killed = await killProcess('worker-browser');
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ colors: { background: '#ffffff' } });
    expect((await call('/v1/credits', { key })).body).toMatchObject({ used: 5 });
    await eventually('its browser is gone', () => browsersOf(killed).length === 0);
    // The next worker's browser has started by now, and has cleared up.
    expect(filesOf(killed)).toEqual([]);
    expect(strays().filter((name) => !before.includes(name))).toEqual([]);
  }, 120_000);
});
