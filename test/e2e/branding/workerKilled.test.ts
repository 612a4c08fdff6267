import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { startHeldSite } from '../../support/heldSite.ts';
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
    const held = await startHeldSite();
    try {
      const answer = call<{ data: object }>('/v1/branding', { body: { url: held.page('/') }, key });
      await eventually('the page is being opened', () => held.asked('/') > 0);
      const killed = await killProcess('worker-browser');
      held.release();
      const { status, body } = await answer;
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ colors: { background: '#ffffff' } });
      expect((await call('/v1/credits', { key })).body).toMatchObject({ used: 5 });
      await eventually('the browser of the killed worker is gone', () => browsersOf(killed).length === 0);
      // The next worker deletes these files before it starts a browser.
      await eventually('its files are gone', () => temporaryFilesOf(killed).length === 0);
      await eventually('no file of a browser is left', () =>
        chromiumTemporaryFiles().every((name) => before.includes(name)),
      );
    } finally {
      await held.close();
    }
  });
});
