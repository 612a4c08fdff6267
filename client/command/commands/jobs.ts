import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Page } from '../../api.ts';
import type { Job } from '../../jobs/job.ts';
import type { JobProgress } from '../../jobs/progress.ts';
import { readBookmark } from '../../jobs/save.ts';
import {
  asUrl,
  type Command,
  type CommandContext,
  type CommandOption,
  exitCodes,
  numberOption,
  requiredPositional,
  UsageProblem,
} from '../command.ts';
import { asJson } from '../output.ts';
import { createProgressLine } from '../progressLine.ts';
import { printable, type Terminal } from '../terminal.ts';
import { pageOptions, pageRequest } from './scrape.ts';

const jobOptions = {
  ...pageOptions,
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    about: 'write the pages to this file, a line of JSON each; interrupted, the same command goes on',
  },
  ndjson: { type: 'boolean', about: 'print the pages, a line of JSON each' },
  json: { type: 'boolean', about: 'print the counters at the end as JSON' },
} as const satisfies Record<string, CommandOption>;

export const batch: Command = {
  name: 'batch',
  usage: 'FILE|URL…',
  summary: 'Read many pages: the URLs of a file (one in a line, - for standard input), or those given',
  examples: [
    'sightread batch urls.txt -o out.ndjson',
    'cat urls.txt | sightread batch - --ndjson | jq .metadata.title',
  ],
  options: { ...jobOptions, concurrency: { type: 'string', value: 'N', about: 'pages at a time' } },
  async run(context) {
    const first = requiredPositional(context, 'A file with URLs');
    const maxConcurrency = numberOption(context, 'concurrency');
    const open = async () => {
      const urls = await urlsFrom(first, context.positionals);
      const options = { ...pageRequest(context), ...(maxConcurrency && { maxConcurrency }) };
      const job = await context.client().batch(urls, { ...options, ignoreInvalidURLs: true, signal: context.signal });
      for (const url of job.invalidURLs)
        context.terminal.note(`Left out, because it cannot be read: ${printable(url)}`);
      return job;
    };
    return runJob(context, open);
  },
};

export const crawl: Command = {
  name: 'crawl',
  usage: 'URL',
  summary: 'Find and read the pages of a site',
  examples: [
    'sightread crawl example.com --limit 500 -o site.ndjson',
    'sightread crawl example.com/docs --include "^/docs/"',
  ],
  options: {
    ...jobOptions,
    limit: { type: 'string', value: 'N', about: 'the most pages to read' },
    depth: { type: 'string', value: 'N', about: 'how many links away from the start a page may be' },
    include: { type: 'string', value: 'PATTERN', about: 'only paths that match this regular expression' },
    exclude: { type: 'string', value: 'PATTERN', about: 'no paths that match this regular expression' },
  },
  async run(context) {
    const url = asUrl(requiredPositional(context, 'The URL'));
    const { option, signal } = context;
    const [limit, depth] = [numberOption(context, 'limit'), numberOption(context, 'depth')];
    const [include, exclude] = [option('include'), option('exclude')];
    return runJob(context, () =>
      context.client().crawl(url, {
        ...(limit !== undefined && { limit }),
        ...(depth !== undefined && { maxDiscoveryDepth: depth }),
        ...(include && { includePaths: [include] }),
        ...(exclude && { excludePaths: [exclude] }),
        scrapeOptions: pageRequest(context),
        signal,
      }),
    );
  },
};

async function urlsFrom(first: string, positionals: readonly string[]): Promise<string[]> {
  const isList = positionals.length > 1 || /^https?:\/\//i.test(first);
  if (isList) return positionals.map(asUrl);
  const content = first === '-' ? await text(process.stdin) : await readFile(first, 'utf8').catch(() => undefined);
  if (content === undefined) throw new UsageProblem(`There is no file ${first}.`);
  const lines = content.split('\n').map((line) => line.trim());
  const urls = lines.filter((line) => line !== '' && !line.startsWith('#')).map(asUrl);
  if (urls.length === 0) throw new UsageProblem(`${first} has no URLs.`);
  return urls;
}

/** Starts a job, or goes on with the one whose file is not complete, and reports on it until it has ended. */
async function runJob(context: CommandContext, open: () => Promise<Job>): Promise<number> {
  const { option, hasFlag, terminal } = context;
  const path = option('output');
  const earlier = path === undefined ? undefined : await readBookmark(path);
  if (earlier)
    terminal.note(`Going on with job ${earlier.job}, as ${path}.progress says; delete that file to start anew.`);
  const job = earlier ? context.client().job(earlier.job) : await open();
  if (!earlier) terminal.note(`Job ${job.id}`);
  context.signal.addEventListener('abort', () => {
    const advice = path === undefined ? `sightread watch ${job.id} follows it` : 'the same command goes on from here';
    terminal.note(`Interrupted. The job runs on; ${advice}.`);
  });
  const ended = await followJob(context, job);
  if (hasFlag('json')) terminal.print(asJson(ended));
  else terminal.note(summaryOf(ended));
  return exitCodeOf(ended);
}

async function followJob({ option, hasFlag, terminal, signal }: CommandContext, job: Job): Promise<JobProgress> {
  const path = option('output');
  const lineOf = createProgressLine();
  const onProgress = (progress: JobProgress) => terminal.showStatus(lineOf(progress));
  if (path !== undefined) return job.save(path, { onProgress, signal });
  const show = hasFlag('ndjson') ? JSON.stringify : (page: Page) => pageLine(page, terminal);
  for await (const { pages, progress } of job.chunks({ signal })) {
    if (!hasFlag('json') || hasFlag('ndjson')) for (const page of pages) terminal.print(show(page));
    onProgress(progress);
  }
  return job.status({ signal });
}

/** Follows a job that someone has started before. */
export async function watchJob({ client, hasFlag, terminal, signal }: CommandContext, id: string): Promise<number> {
  const lineOf = createProgressLine();
  const ended = await client()
    .job(id)
    .wait({ signal, onProgress: (progress) => terminal.showStatus(lineOf(progress)) });
  terminal.print(hasFlag('json') ? asJson(ended) : summaryOf(ended));
  return exitCodeOf(ended);
}

function exitCodeOf({ status }: JobProgress): number {
  return status === 'completed' ? exitCodes.ok : exitCodes.noPages;
}

function pageLine({ url, error, metadata }: Page, { style }: Terminal): string {
  if (error !== undefined) return `${style('✗', 'red')} ${printable(url)}  ${style(printable(error), 'dim')}`;
  return `${style('✓', 'green')} ${printable(url)}  ${style(printable(metadata.title ?? ''), 'dim')}`;
}

function summaryOf({ status, total, completed, failed, creditsUsed, warning }: JobProgress): string {
  const counts = `${completed} of ${total} pages read, ${failed} failed, ${creditsUsed} credits`;
  return `${status}: ${counts}.${warning ? ` ${printable(warning)}` : ''}`;
}
