import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { convertPage } from '../../../activities/pages/convert.ts';
import type { CorpusPage } from './corpusPages.ts';

export interface Reading {
  markdown: string;
  ms: number;
  renderReason?: string | undefined;
}

/** What a program makes of each page, by key. */
export interface Engine {
  name: string;
  read(pages: readonly CorpusPage[]): Promise<Map<string, Reading>>;
}

type ReadOne = (body: Buffer, url: string) => Promise<Omit<Reading, 'ms'>>;

/** So many pages are read before the first one counts, so that the compiler is warm. */
const warmUpPages = 50;

/** In this process, one page after the other. A page that the engine throws on is empty. */
function inProcess(name: string, readOne: ReadOne): Engine {
  return {
    name,
    async read(pages) {
      const readings = new Map<string, Reading>();
      for (const { key, url, body } of [...pages.slice(0, warmUpPages), ...pages]) {
        const bytes = body();
        const before = process.cpuUsage();
        const reading = await readOne(bytes, url).catch(() => ({ markdown: '' }));
        const { user, system } = process.cpuUsage(before);
        readings.set(key, { ...reading, ms: (user + system) / 1000 });
      }
      return readings;
    },
  };
}

const ours = inProcess('sightread', async (body, url) => {
  const options = { formats: ['markdown' as const], onlyMainContent: true };
  const { markdown = '', renderReason } = await convertPage({ body, contentType: 'text/html', url, options });
  return { markdown, renderReason };
});

const readability = inProcess('readability+turndown', async (body) => {
  const article = new Readability(parseHTML(body.toString()).document).parse();
  return { markdown: article?.content ? new TurndownService().turndown(article.content) : '' };
});

const defuddle = inProcess('defuddle', async (body, url) => {
  const { document } = parseHTML(body.toString());
  // By default it asks some sites, such as Reddit, for what the page lacks.
  const { content } = await Defuddle(document, url, { markdown: true, useAsync: false });
  return { markdown: content };
});

/** In an environment of its own, which is made on first use. Undefined where there is no Python or no package index. */
function openTrafilatura(): Engine | undefined {
  const environment = join(tmpdir(), 'sightread-bench-trafilatura');
  const python = join(environment, 'bin', 'python');
  try {
    if (!existsSync(python)) execFileSync('python3', ['-m', 'venv', environment], { stdio: 'ignore' });
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', 'trafilatura==2.3.1', 'lxml_html_clean'], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  const script = fileURLToPath(new URL('./mainText.py', import.meta.url));
  return {
    name: 'trafilatura',
    async read(pages) {
      const input = pages.map(({ key, file, url }) => JSON.stringify({ key, file, url })).join('\n');
      const output = execFileSync(python, [script], { input, encoding: 'utf8', maxBuffer: 1024 ** 3 });
      const lines: (Reading & { key: string })[] = output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      return new Map(lines.map(({ key, ...reading }) => [key, reading]));
    },
  };
}

export function openEngines(): Engine[] {
  const trafilatura = openTrafilatura();
  return [ours, ...(trafilatura ? [trafilatura] : []), readability, defuddle];
}
