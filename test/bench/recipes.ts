/**
 * How well a schema is filled from what pages declare, without a model: `npx tsx test/bench/recipes.ts [--half a|b] [--show FIELD]`.
 * The corpus has its own `score.py`. The rules are tuned on one half of the pages; the other half shows whether they generalize.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readEvidence } from '../../activities/extract/declared/readEvidence.ts';
import { fillSchema } from '../../activities/extract/fill/fill.ts';
import { printAbsent, recipesFolder } from './corpus.ts';
import { printTable } from './printTable.ts';
import { atLeast, figure, type Row } from './row.ts';

interface Page {
  key: string;
  url: string;
  kind: string;
}

function halfOf(key: string) {
  return (createHash('sha256').update(key).digest()[0] ?? 0) % 2 === 0 ? 'a' : 'b';
}

const { values } = parseArgs({ options: { half: { type: 'string' }, show: { type: 'string' } } });
if (!existsSync(recipesFolder)) {
  printAbsent(recipesFolder);
  process.exit(0);
}

function read(...path: string[]) {
  return JSON.parse(readFileSync(join(recipesFolder, ...path), 'utf8'));
}
const schema = read('schema.json');
const pages: Page[] = read('manifest.json').filter((page: Page) => !values.half || halfOf(page.key) === values.half);

function html(key: string) {
  return gunzipSync(readFileSync(join(recipesFolder, 'html', `${key}.html.gz`))).toString();
}

const answers: Record<string, unknown> = {};
const cpuMs: number[] = [];
// Warms up the compiler, so that its work is not measured.
for (const { key, url } of pages.slice(0, 8)) fillSchema(readEvidence(html(key), url), schema);
for (const { key, url } of pages) {
  const source = html(key);
  const before = process.cpuUsage();
  const { data, sources } = fillSchema(readEvidence(source, url), schema);
  const { user, system } = process.cpuUsage(before);
  cpuMs.push((user + system) / 1000);
  answers[key] = data;
  if (values.show) {
    const found = (data as Record<string, unknown> | undefined)?.[values.show];
    const source = sources.get(`/${values.show}`);
    console.log(`\n== ${key} (${source?.source ?? '-'} ${source?.confidence.toFixed(2) ?? ''})`);
    console.log('got ', JSON.stringify(found)?.slice(0, 900));
    console.log('want', JSON.stringify(read('expected', `${key}.json`)[values.show])?.slice(0, 900));
  }
}
const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
const root = join(folder, 'root');
writeFileSync(join(folder, 'out.json'), JSON.stringify(answers));
mkdirSync(root);
symlinkSync(join(recipesFolder, 'expected'), join(root, 'expected'));
writeFileSync(join(root, 'manifest.json'), JSON.stringify(pages));
const score = [join(recipesFolder, 'score.py'), join(folder, 'out.json'), '--root', root];
const table = execFileSync('python3', score, { encoding: 'utf8' });
console.log(table);
const sorted = [...cpuMs].sort((a, b) => a - b);

function percentile(share: number) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0);
}
const isReached = printTable([
  ...coreRows(table),
  ...scoreRows(table),
  figure('CPU of a page', `median ${percentile(0.5)}, 90 % ${percentile(0.9)} ms`),
]);
if (!isReached) process.exitCode = 1;

/** Title, ingredients and instructions. The targets are what recipe-scrapers reaches without its rules for sites. */
function coreRows(lines: string): Row[] {
  const kinds = /^field +(.*) all /m.exec(lines)?.[1]?.trim().split(/ +/) ?? [];
  const scores = /^core\S+ +(.*)$/m.exec(lines)?.[1]?.trim().split(/ +/).map(Number) ?? [];
  const peer: Record<string, number> = { jsonld: 0.93, microdata: 0.858, none: 0.067 };
  return kinds.map((kind, at) =>
    atLeast(`core fields, pages with ${kind}`, scores[at] ?? 0, peer[kind] ?? 0, { digits: 3 }),
  );
}

/** A line is a field, its score for each kind of page, for all of them, and the number of pages that have it. */
function scoreRows(lines: string): Row[] {
  const scored = lines.matchAll(/^(?<field>\S+)(?: +[\d.]+)*? +(?<all>\d\.\d+) +(?<count>\d+)$/gm);
  return [...scored].map(({ groups = {} }) =>
    figure(`${groups['field']}, ${groups['count']} pages`, groups['all'] ?? ''),
  );
}
