import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noChromium } from '../egress/browsers.ts';
import { type Analyst, createAnalyst } from './analyst.ts';
import { fixtureSites } from './fixtures.ts';
import { scoreProfile } from './scoreProfile.ts';
import { serveFolder } from './staticSite.ts';

describe.skipIf(noChromium)('sites made for the tests', () => {
  let analyst: Analyst;
  beforeAll(async () => {
    analyst = await createAnalyst();
  });
  afterAll(() => analyst?.close());

  it.each(fixtureSites().map((site) => [site.name, site.expected.trap, site] as const))(
    'tells what %s looks like, in spite of %s',
    async (_name, _trap, { folder, expected }) => {
      const site = await serveFolder(folder);
      try {
        const { profile } = await analyst.analyse(`${site.url}/`);
        const { trap: _, ...wanted } = expected;
        const wrong = Object.entries(scoreProfile(profile, wanted)).filter(([, { right }]) => !right);
        expect(wrong).toEqual([]);
      } finally {
        await site.close();
      }
    },
  );
});
