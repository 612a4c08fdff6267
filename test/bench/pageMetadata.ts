/**
 * Title, author and date against the truth of the corpus of pages: `npx tsx test/bench/pageMetadata.ts [--show title|author|date]`.
 * As in the corpus' own figures, only pages count whose truth has a value, and one of two texts may contain the other.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { convertPage } from '../../activities/pages/convert.ts';
import { oneContainsOther } from '../../activities/pages/metadata/compareTexts.ts';
import { pagesFolder, printAbsent } from './corpus.ts';
import { f1 } from './f1.ts';
import { scoreRow } from './goal.ts';
import { printTable } from './printTable.ts';
import { figure } from './row.ts';

interface Truth {
  url: string;
  title?: string | null;
  author?: string | null;
  date?: string | null;
}

const fields = {
  title: { name: 'title', goal: { goal: 0.95, held: 0.91 }, isSame: oneContainsOther },
  author: { name: 'author', goal: { goal: 0.88, held: 0.88 }, isSame: oneContainsOther },
  date: { name: 'published', goal: { goal: 0.9, held: 0.86 }, isSame: (a: string, b: string) => a.slice(0, 10) === b },
} as const;

async function run(show: string | undefined): Promise<boolean> {
  const truth: Record<string, Truth> = JSON.parse(readFileSync(join(pagesFolder, 'manifest.json'), 'utf8'));
  const pages = await Promise.all(
    Object.entries(truth).map(async ([key, page]) => {
      const body = gunzipSync(readFileSync(join(pagesFolder, 'html', `${key}.html.gz`)));
      const options = { formats: [], onlyMainContent: true };
      const { metadata } = await convertPage({ body, contentType: 'text/html', url: page.url, options });
      return { key, page, metadata };
    }),
  );
  const rows = Object.entries(fields).flatMap(([field, { name, goal, isSame }]) => {
    const all = pages.map(({ key, page, metadata }) => {
      const value = page[field as keyof typeof fields];
      return { key, url: page.url, found: metadata[name], expected: value ? [value] : [] };
    });
    if (show === field)
      for (const { key, url, found, expected } of all)
        if (expected[0] && !(found && isSame(found, expected[0])))
          console.log(key, url, { found, expected: expected[0] });
    const known = all.filter(({ expected }) => expected.length > 0);
    return [
      scoreRow(`${field}, F1 over ${known.length} pages that have one`, f1(known, isSame), goal),
      figure(`${field}, F1 over all pages`, f1(all, isSame).toFixed(3)),
    ];
  });
  return printTable(rows);
}

const { values } = parseArgs({ options: { show: { type: 'string' } } });
if (!existsSync(pagesFolder)) printAbsent(pagesFolder);
else if (!(await run(values.show))) process.exitCode = 1;
