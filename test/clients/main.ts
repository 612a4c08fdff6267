/**
 * `npm run test:clients`: the end-to-end suites that ship with the official Firecrawl clients, against a stack whose
 * egress maps the sites that they name to one on this machine.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { egressMap } from '../support/egressMap.ts';
import { startSearxng } from '../support/searxng.ts';
import { withWholeStack } from '../support/wholeStack.ts';
import { runJavaScriptSuite } from './javaScript.ts';
import { runPythonSuite } from './python.ts';
import { namedHosts, startNamedSites } from './sites.ts';
import type { SuiteOutcome } from './suite.ts';

export async function main(): Promise<number> {
  const sites = await startNamedSites();
  const searxng = await startSearxng();
  const found = { url: 'https://docs.firecrawl.dev/', title: 'Firecrawl', content: 'Paris; artificial intelligence.' };
  searxng.results['general'] = [found];
  searxng.results['news'] = [found];
  searxng.results['images'] = [{ ...found, img_src: 'https://docs.firecrawl.dev/logo.png' }];
  const key = makeKey('secret');
  const settings = {
    BOOTSTRAP_SECRET_KEY: key,
    EGRESS_MAP: egressMap(namedHosts, sites.address),
    SEARXNG_URL: searxng.address,
  };
  const folder = await mkdtemp(join(tmpdir(), 'sightread-clients-'));
  try {
    const outcomes = await withWholeStack(
      'clients',
      settings,
      async ({ api }) => [await runJavaScriptSuite({ api, key, folder }), await runPythonSuite({ api, key, folder })],
      { chromium: true },
    );
    for (const outcome of outcomes) print(outcome);
    return outcomes.every(({ passed, failed }) => passed > 0 && failed.length === 0) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([sites.close(), searxng.close()]);
  }
}

function print({ client, passed, failed, skipped }: SuiteOutcome): void {
  console.log(`${client}: ${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
  for (const { test, reason } of failed) console.log(`  failed: ${test}\n    ${reason.replaceAll('\n', '\n    ')}`);
  for (const { test, reason } of skipped) console.log(`  skipped: ${test}: ${reason}`);
}
