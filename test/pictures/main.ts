/** `npm run pictures`: makes the pictures of the README again, of the real product on a site that does not exist. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { buildJavaScript } from '../../deploy/client/javaScript.ts';
import { egressMap } from '../support/egressMap.ts';
import { withWholeStack } from '../support/wholeStack.ts';
import { animationOf } from './animation.ts';
import { photographBrandSheet } from './brandSheet.ts';
import { guides, sampleHost, startSampleSite } from './sampleSite.ts';
import { recordTerminal } from './terminal.ts';

const folder = 'docs/pictures';
const owner = { email: 'owner@localhost', password: 'a password for pictures' };
const commands = [
  `sightread scrape ${sampleHost}/prices`,
  'sightread batch guides.txt -o guides.ndjson',
  `sightread brand ${sampleHost}`,
];

export async function main(): Promise<number> {
  const site = await startSampleSite();
  const secretKey = makeKey('secret');
  const settings = {
    BOOTSTRAP_SECRET_KEY: secretKey,
    BOOTSTRAP_OWNER_PASSWORD: owner.password,
    EGRESS_MAP: egressMap([sampleHost], site.address),
  };
  mkdirSync(folder, { recursive: true });
  try {
    await withWholeStack(
      'pictures',
      settings,
      async ({ api, env }) => {
        writeFileSync(join(folder, 'terminal.svg'), await terminalPicture(api, secretKey));
        const chromiumPath = env['CHROMIUM_PATH'] ?? 'chromium';
        const sheet = await photographBrandSheet({ address: api, ...owner, chromiumPath });
        await sharp(sheet).png({ palette: true, quality: 90 }).toFile(join(folder, 'brand-sheet.png'));
      },
      { chromium: true },
    );
  } finally {
    await site.close();
  }
  return 0;
}

/** In a folder of its own, with the command as it is published. */
async function terminalPicture(api: string, secretKey: string): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'sightread-pictures-'));
  try {
    await buildJavaScript(join(work, 'dist'));
    writeFileSync(join(work, 'dist/package.json'), '{ "type": "module" }');
    symlinkSync(join(work, 'dist/sightread.js'), join(work, 'sightread'));
    const urls = Array.from({ length: guides }, (_, at) => `http://${sampleHost}/guides/${at + 1}`);
    writeFileSync(join(work, 'guides.txt'), urls.join('\n'));
    const env = { PATH: `${work}:${process.env['PATH']}`, SIGHTREAD_KEY: secretKey, SIGHTREAD_URL: api, HOME: work };
    return animationOf(await recordTerminal(commands, env, work));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
