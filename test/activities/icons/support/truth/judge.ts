import type { DecoderPool } from '../../../../../activities/icons/decode/pool.ts';
import { createIconFinder, type SearchResult } from '../../../../../activities/icons/find.ts';
import { readMarkMap } from '../../../../../activities/icons/marks/map.ts';
import { createMarks } from '../../../../../activities/icons/marks/marks.ts';
import { canBeRegistered, parseDomain } from '../../../../../contracts/images/domain.ts';
import { patientLimits } from '../patientLimits.ts';
import { startWeb } from '../web.ts';
import { brands } from './brands.ts';
import type { Expectation, Expected } from './expectation.ts';
import { oddSites } from './oddSites.ts';
import { usualSites } from './usualSites.ts';

/** Domains with what a person expects to see for them. */
export const groundTruth: readonly Expectation[] = [...brands, ...usualSites, ...oddSites];

export interface Judged {
  expectation: Expectation;
  /** What the finder chose, in the words of the expectation. */
  got: string;
  wanted: string;
  isAsExpected: boolean;
}

/** Searches for the icon of each domain, on a web in which its sites are. */
export function createJudge(decoder: DecoderPool): (expectation: Expectation) => Promise<Judged> {
  const marks = createMarks();
  const brandOf = new Map(
    [...readMarkMap().values()].flatMap(({ name, light, dark }) => [
      [`${light.drawing}.svg`, name],
      [`${dark.drawing}.svg`, name],
    ]),
  );

  function describeChosen(domain: string, { source, candidates }: SearchResult): string {
    const url = candidates.find(({ chosen }) => chosen)?.url ?? '';
    if (source.kind === 'none') return 'monogram';
    return source.kind === 'curated' ? `the mark of ${brandOf.get(url)}` : url.replace(`https://${domain}/`, '/');
  }

  return async (expectation) => {
    const web = await startWeb();
    try {
      await expectation.serve?.(web);
      const { domain } = parseDomain(expectation.domain);
      const finder = createIconFinder({ fetch: web.fetch, decoder, marks, services: [], limits: patientLimits });
      const got =
        domain === undefined || !canBeRegistered(domain)
          ? 'monogram'
          : describeChosen(domain, await finder.findIcon({ domain, theme: expectation.theme ?? 'light' }));
      const wanted = accepted(expectation.expected);
      return { expectation, got, wanted: wanted.join(' or '), isAsExpected: wanted.some((each) => isSame(got, each)) };
    } finally {
      await web.close();
    }
  };
}

function accepted(expected: Expected): readonly string[] {
  if (expected === 'monogram') return ['monogram'];
  return 'brand' in expected ? [`the mark of ${expected.brand}`] : expected.files;
}

/** An address with its content is named by its type. */
function isSame(got: string, expected: string): boolean {
  return got === expected || (expected.startsWith('data:') && got.startsWith(expected));
}
