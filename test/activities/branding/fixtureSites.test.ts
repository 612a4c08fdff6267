import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noChromium } from '../egress/testBrowser.ts';
import { type BrandAnalyzer, createBrandAnalyzer } from './support/analyzer.ts';
import { fixtureSites } from './support/fixtureSites.ts';
import { scoreProfile } from './support/scoreProfile.ts';
import { serveFolder } from './support/staticSite.ts';

describe.skipIf(noChromium)('the analysis of a fixture site', () => {
  let analyzer: BrandAnalyzer;
  beforeAll(async () => {
    analyzer = await createBrandAnalyzer();
  });
  afterAll(() => analyzer?.close());

  it.each(fixtureSites().map((site) => [site.name, site.expected.trap, site] as const))(
    'gives the right profile of %s in spite of %s',
    async (_name, _trap, { folder, expected }) => {
      const site = await serveFolder(folder);
      try {
        const { profile } = await analyzer.analyze(`${site.url}/`);
        const { trap: _, ...wanted } = expected;
        const wrong = Object.entries(scoreProfile(profile, wanted)).filter(([, { right }]) => !right);
        expect(wrong).toEqual([]);
      } finally {
        await site.close();
      }
    },
  );
});
