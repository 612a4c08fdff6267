/**
 * Scores the article corpus, and compares our CPU time with the usual stack (Readability on linkedom, then turndown).
 * `npx tsx test/bench/articles.ts [folder of the corpus] [rounds]`
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { convertPage } from '../../activities/pages/convert.ts';
import { articlesFolder, printAbsent } from './corpus.ts';
import { median } from './median.ts';
import { printTable } from './printTable.ts';
import { providePython } from './python.ts';
import { beside } from './row.ts';

interface Engine {
  name: string;
  read(body: Buffer, url: string): Promise<string>;
}

const ours: Engine = {
  name: 'sightread',
  read: async (body, url) =>
    (
      await convertPage({
        body,
        contentType: 'text/html',
        url,
        options: { formats: ['markdown'], onlyMainContent: true },
      })
    ).markdown ?? '',
};

const usual: Engine = {
  name: 'readability+linkedom+turndown',
  read: async (body) => {
    const { document } = parseHTML(body.toString());
    const article = new Readability(document).parse();
    return article?.content ? new TurndownService().turndown(article.content) : '';
  },
};

async function cpuMs(work: () => Promise<string>): Promise<{ ms: number; text: string }> {
  const before = process.cpuUsage();
  const text = await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, text };
}

function readCorpus(folder: string): { key: string; url: string; body: Buffer }[] {
  const truth: Record<string, { url: string }> = JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8'));
  return Object.entries(truth).map(([key, { url }]) => ({
    key,
    url,
    body: gunzipSync(readFileSync(join(folder, 'html', `${key}.html.gz`))),
  }));
}

function score(python: string, folder: string, name: string, texts: ReadonlyMap<string, string>): string {
  const scratch = mkdtempSync(join(tmpdir(), 'articles-'));
  try {
    const file = join(scratch, `${name}.json`);
    writeFileSync(file, JSON.stringify(Object.fromEntries([...texts].map(([key, markdown]) => [key, { markdown }]))));
    return execFileSync(python, ['-B', join(folder, 'score.py'), file], { encoding: 'utf8' }).trimEnd();
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

async function run(folder: string, rounds: number): Promise<void> {
  const python = providePython('articles', ['markdown-it-py==4.0.0', 'lxml==6.0.2']);
  const pages = readCorpus(folder);
  const engines = [ours, usual];
  const times = new Map(engines.map(({ name }) => [name, pages.map((): number[] => [])]));
  const texts = new Map(engines.map(({ name }) => [name, new Map<string, string>()]));
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { key, url, body }] of pages.entries()) {
      for (const engine of engines) {
        const { ms, text } = await cpuMs(() => engine.read(body, url).catch(() => ''));
        // The first round warms up the compiler for both engines.
        if (round > 0) times.get(engine.name)?.[at]?.push(ms);
        texts.get(engine.name)?.set(key, text);
      }
    }
  }
  const programs = engines.map(({ name }) => {
    const each = (times.get(name) ?? []).map(median);
    console.log(
      `${name.padEnd(32)} ${median(each).toFixed(1)} CPU-ms a page (median of ${pages.length}), ${Math.max(...each).toFixed(0)} at most`,
    );
    const scored = score(python, folder, name, texts.get(name) ?? new Map());
    console.log(scored);
    // The last line has the name and then F1.
    const f1 = Number(scored.split('\n').at(-1)?.trim().split(/\s+/)[1]);
    return { cpuMs: { name, samples: [median(each)] }, f1: { name, samples: [f1] } };
  });
  printTable([
    beside(
      `F1 over ${pages.length} articles`,
      '',
      programs.map(({ f1 }) => f1),
      'most',
    ),
    beside(
      'CPU of an article, median',
      'ms',
      programs.map(({ cpuMs }) => cpuMs),
      'least',
    ),
  ]);
}

const folder = process.argv[2] ?? articlesFolder;
if (existsSync(join(folder, 'ground-truth.json'))) await run(folder, Number(process.argv[3] ?? 3));
else printAbsent(folder);
