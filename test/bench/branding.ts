/**
 * How often a brand profile is right, on sites made for the tests and on templates from npm, and what it costs:
 * `npx tsx --expose-gc test/bench/branding.ts [--cost | --only later]`.
 */
import { parseArgs } from 'node:util';
import { createBrandAnalyzer } from '../activities/branding/support/analyzer.ts';
import { fixtureSites } from '../activities/branding/support/fixtureSites.ts';
import { type Measure, type Scores, scoreProfile } from '../activities/branding/support/scoreProfile.ts';
import { serveFolder } from '../activities/branding/support/staticSite.ts';
import { benchBrandingCost } from './brandingCost.ts';
import { type BenchSite, downloadSites, downloadTunedSites } from './brandPackages.ts';
import { laterSites, unseenSites } from './brandSites.ts';
import { printTable } from './printTable.ts';
import { atLeast, figure, type Row } from './row.ts';

const targets: Partial<Record<Measure, number>> = {
  primary: 0.85,
  background: 0.95,
  text: 0.95,
  fontBody: 0.9,
  fontHeading: 0.9,
  framework: 0.9,
  logo: 0.85,
};
const measures: Measure[] = [
  'scheme',
  'primary',
  'background',
  'text',
  'fontBody',
  'fontHeading',
  'baseUnit',
  'radius',
  'framework',
  'logo',
  'name',
];

function testSites() {
  return fixtureSites().map(
    ({ name, folder, expected }) => ({ name, folder, page: '/', expected }) satisfies BenchSite,
  );
}
const sources = {
  made: testSites,
  npm: downloadTunedSites,
  unseen: () => downloadSites(unseenSites),
  later: () => downloadSites(laterSites),
};

async function measureQuality(only: string | undefined): Promise<void> {
  const analyzer = await createBrandAnalyzer(1);
  const groups: Record<string, Scores[]> = {};
  try {
    for (const [group, sites] of Object.entries(sources)) {
      if (only !== undefined && only !== group) continue;
      groups[group] = [];
      for (const site of sites()) groups[group].push(await scoreSite(analyzer, site));
    }
  } finally {
    await analyzer.close();
  }
  printSummary(groups);
  if (!printTable(rowsOf(Object.values(groups).flat()))) process.exitCode = 1;
}

async function scoreSite(
  { analyze: analyse }: Awaited<ReturnType<typeof createBrandAnalyzer>>,
  { name, folder, page, expected }: BenchSite,
): Promise<Scores> {
  const server = await serveFolder(folder);
  try {
    const started = performance.now();
    const { profile } = await analyse(server.url + page);
    const scores = scoreProfile(profile, expected);
    const marks = measures
      .map((measure) =>
        (scores[measure] === undefined ? '·' : scores[measure].right ? '✓' : '✗').padEnd(measure.length),
      )
      .join(' ');
    console.log(`${name.padEnd(26)} ${marks} ${Math.round(performance.now() - started)} ms`);
    for (const measure of measures) {
      const score = scores[measure];
      if (score && !score.right) console.log(`    ${measure}: ${score.got.slice(0, 80)} instead of ${score.wanted}`);
    }
    return scores;
  } finally {
    await server.close();
  }
}

function printSummary(groups: Record<string, Scores[]>): void {
  console.log(
    `\n${'measure'.padEnd(12)}${Object.keys(groups)
      .map((group) => group.padStart(12))
      .join('')}${'all'.padStart(12)}  target`,
  );
  for (const measure of measures) {
    const columns = [...Object.values(groups), Object.values(groups).flat()].map((scores) => share(scores, measure));
    const target = targets[measure];
    console.log(
      `${measure.padEnd(12)}${columns.map((column) => column.padStart(12)).join('')}${target === undefined ? '' : `  ≥ ${target * 100} %`}`,
    );
  }
}

function rowsOf(all: readonly Scores[]): Row[] {
  return measures.flatMap((measure) => {
    const { judged, right } = tally(all, measure);
    if (judged.length === 0) return [];
    const what = `${measure}, of ${judged.length} sites: right`;
    const target = targets[measure];
    if (target === undefined) return [figure(what, `${Math.round((100 * right) / judged.length)} %`)];
    return [atLeast(what, (100 * right) / judged.length, 100 * target, { digits: 0, unit: ' %' })];
  });
}

function tally(all: readonly Scores[], measure: Measure) {
  const judged = all.flatMap((scores) => scores[measure] ?? []);
  return { judged, right: judged.filter((score) => score.right).length };
}

function share(all: readonly Scores[], measure: Measure): string {
  const { judged, right } = tally(all, measure);
  return judged.length === 0 ? '–' : `${right}/${judged.length} ${Math.round((right / judged.length) * 100)}%`;
}

const { values } = parseArgs({ options: { cost: { type: 'boolean', default: false }, only: { type: 'string' } } });
await (values.cost ? benchBrandingCost() : measureQuality(values.only));
