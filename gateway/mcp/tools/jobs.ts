import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Job, JobProgress } from '../../../client/index.ts';
import { validator } from '../../api/requests/validate.ts';
import { jobUri } from '../resources.ts';
import { defineTool, inputSchemaOf, type ToolContext, textResult } from '../tool.ts';
import { defaultTokens, tokensOf } from '../untrusted.ts';
import * as shared from './arguments.ts';
import { pageText } from './pages.ts';

const defaultWaitSeconds = 45;

interface CrawlArguments {
  url: string;
  limit?: number;
  maxDiscoveryDepth?: number;
  includePaths?: string[];
  excludePaths?: string[];
  waitSeconds?: number;
}

const patterns = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 1_000 }, maxItems: 100 };
const crawlProperties = {
  url: shared.url,
  limit: { type: 'integer', minimum: 1, maximum: 10_000, description: 'The most pages to read; default 50.' },
  maxDiscoveryDepth: { type: 'integer', minimum: 0, maximum: 100, description: 'How many links away from the start.' },
  includePaths: { ...patterns, description: 'Regular expressions: only paths that match one.' },
  excludePaths: { ...patterns, description: 'Regular expressions: no paths that match one.' },
  waitSeconds: shared.waitSeconds,
};
const defaultCrawlPages = 50;

export const crawl = defineTool<CrawlArguments>({
  name: 'crawl',
  title: 'Read a site',
  description:
    'Finds and reads the pages of a site at or below a URL. Use it if you need many pages and do not know their addresses. Returns a job; job_results has the pages. Costs 1 credit a page.',
  properties: crawlProperties,
  required: ['url'],
  isReadOnly: false,
  check: validator<CrawlArguments>(inputSchemaOf(crawlProperties, ['url'])),
  async run({ url, limit = defaultCrawlPages, waitSeconds, ...options }, context) {
    const scrapeOptions = { formats: ['markdown' as const] };
    const job = await context.client.crawl(url, { ...options, limit, scrapeOptions, signal: context.signal });
    return waitFor(job, context, waitSeconds);
  },
});

interface BatchArguments {
  urls: string[];
  waitSeconds?: number;
}

const batchProperties = {
  urls: {
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    maxItems: 1_000,
    description: 'http or https, public.',
  },
  waitSeconds: shared.waitSeconds,
};

export const batch = defineTool<BatchArguments>({
  name: 'batch',
  title: 'Read many pages',
  description:
    'Reads up to 1,000 pages whose URLs you know. Returns a job; job_results has the pages. Costs 1 credit a page.',
  properties: batchProperties,
  required: ['urls'],
  isReadOnly: false,
  check: validator<BatchArguments>(inputSchemaOf(batchProperties, ['urls'])),
  async run({ urls, waitSeconds }, context) {
    const job = await context.client.batch(urls, { formats: ['markdown'], signal: context.signal });
    return waitFor(job, context, waitSeconds);
  },
});

/** Waits for a while with progress; a caller that cancels meanwhile cancels the job. */
async function waitFor(job: Job, context: ToolContext, waitSeconds = defaultWaitSeconds): Promise<CallToolResult> {
  const { signal, report } = context;
  let latest: JobProgress | undefined;
  let reported = Promise.resolve();
  const patience = AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1_000)]);
  try {
    await job.wait({
      signal: patience,
      onProgress(progress) {
        latest = progress;
        const { completed, failed, total } = progress;
        // Whoever has left gets none.
        reported = reported.then(() => report(completed + failed, total, `${completed} pages read`)).catch(() => {});
      },
    });
  } catch (error) {
    if (!patience.aborted) throw error;
    if (signal.aborted) await job.cancel().catch(() => {});
  }
  // A report that came after the answer would be about a call that is over.
  await reported;
  return textResult(statusText(latest ?? (await job.status())));
}

function statusText({ id, status, total, completed, failed, creditsUsed, warning }: JobProgress): string {
  const counts = `Job ${id} is ${status}: ${completed} of ${total} pages read, ${failed} failed, ${creditsUsed} credits.`;
  const next =
    status === 'scraping'
      ? 'It runs on: job_status says how far it is, and job_results has the pages that are there.'
      : `job_results has its pages; so has the resource ${jobUri(id)}.`;
  return [counts, ...(warning ? [warning] : []), next].join('\n');
}

interface JobArguments {
  job: string;
}

const jobProperties = { job: shared.job };
const checkJob = validator<JobArguments>(inputSchemaOf(jobProperties, ['job']));

export const jobStatus = defineTool<JobArguments>({
  name: 'job_status',
  title: 'Progress of a job',
  description: 'Says how far a job of crawl or batch is.',
  properties: jobProperties,
  required: ['job'],
  check: checkJob,
  run: async ({ job }, { client, signal }) => textResult(statusText(await client.job(job).status({ signal }))),
});

export const cancelJob = defineTool<JobArguments>({
  name: 'cancel_job',
  title: 'Cancel a job',
  description: 'Ends a running job of crawl or batch; the pages that were read stay.',
  properties: jobProperties,
  required: ['job'],
  isReadOnly: false,
  check: checkJob,
  run: async ({ job }, { client, signal }) => textResult(statusText(await client.job(job).cancel({ signal }))),
});

interface ResultsArguments {
  job: string;
  cursor?: string;
  offset?: number;
  maxTokens?: number;
}

const resultsProperties = {
  job: shared.job,
  cursor: { type: 'string', maxLength: 4_000, description: 'From the answer before, for the pages after it.' },
  offset: shared.offset,
  maxTokens: shared.tokens,
};

export const jobResults = defineTool<ResultsArguments>({
  name: 'job_results',
  title: 'Pages of a job',
  description:
    'Returns the text of the pages that a job has read, as many as fit, and a cursor for the next ones. Works while the job runs.',
  properties: resultsProperties,
  required: ['job'],
  check: validator<ResultsArguments>(inputSchemaOf(resultsProperties, ['job'])),
  run: async ({ job, ...range }, { client, signal }) =>
    textResult(...(await resultTexts(client.job(job), range, signal))),
});

/** The pages of a job from a cursor on, up to a budget, and how to go on. */
export async function resultTexts(
  job: Job,
  { cursor = '', offset = 0, maxTokens = defaultTokens }: Omit<ResultsArguments, 'job'>,
  signal: AbortSignal,
): Promise<string[]> {
  const texts: string[] = [];
  let [seen, left, from] = [cursor, maxTokens, offset];
  for (;;) {
    // One at a time, because the cursor of an answer is behind all of its pages.
    const { pages, cursor: next, progress } = await job.next({ cursor: seen, limit: 1, signal });
    const [page] = pages;
    if (!page) {
      const isRunning = progress.status === 'scraping';
      return [...texts, isRunning ? `No more pages yet; try again with cursor "${next}".` : 'These were all pages.'];
    }
    const { text, nextOffset } = pageText(page, { offset: from, maxTokens: left });
    if (nextOffset !== undefined && texts.length > 0) return [...texts, `For more, call with cursor "${seen}".`];
    texts.push(text);
    if (nextOffset !== undefined)
      return [
        ...texts,
        `This page was cut; for the rest of it, call with cursor "${seen}" and offset ${nextOffset}; for the next page, with cursor "${next}".`,
      ];
    [seen, left, from] = [next, left - tokensOf(text), 0];
    if (left < 100) return [...texts, `For more, call with cursor "${seen}".`];
  }
}
