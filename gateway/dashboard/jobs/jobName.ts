import { parseUrl } from '../../../contracts/parseUrl.ts';
import type { Job } from '../../../storage/jobs.ts';
import type { Pages } from '../../../storage/pages.ts';
import { formatDuration, formatNumber, pluralize } from '../view/format.ts';

/** What a person calls each job, by its id: `docs.acme.com · 400 pages`. */
export async function jobNames(
  jobs: readonly Job[],
  pages: Pick<Pages, 'urlsAt'>,
): Promise<ReadonlyMap<string, string>> {
  const ends = jobs.flatMap(({ _id, total }) => [
    { job: _id, index: 0 },
    { job: _id, index: Math.max(0, total - 1) },
  ]);
  const urls = await pages.urlsAt(ends);
  return new Map(jobs.map((job) => [job._id, nameOf(job, urls.get(job._id) ?? [])]));
}

/** A batch is named by its first page once that is read; one whose last page is elsewhere has several sites. */
function nameOf({ crawl, total }: Job, urls: readonly string[]): string {
  const [host, ...others] = [...new Set((crawl ? [crawl.url] : urls).map(hostOf))];
  return `${host ?? 'Batch'}${others.length > 0 ? ' and others' : ''} · ${pluralize(total, 'page')}`;
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}

/** Fewer say nothing about how fast it goes. */
const minPages = 5;
const minuteMs = 60_000;

/** How fast a running job is and how long it still takes, or how long an ended one took. */
export function paceOf(job: Job, now = Date.now()): string | undefined {
  const { status, total, completed, failed, createdAt, finishedAt, retries } = job;
  // A job that was retried stood still in between.
  if (retries > 0) return undefined;
  const ms = (finishedAt?.getTime() ?? now) - createdAt.getTime();
  if (status !== 'scraping') return finishedAt && `took ${formatDuration(ms)}`;
  const settled = completed + failed;
  if (settled < minPages || ms <= 0) return undefined;
  const perMinute = Math.max(1, Math.round((settled / ms) * minuteMs));
  return `${formatNumber(perMinute)} a minute · ${formatDuration(((total - settled) / settled) * ms)} left`;
}
