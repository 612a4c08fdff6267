import { pagePrice } from '../../../contracts/prices.ts';
import { isCrawl, type Job } from '../../../storage/jobs.ts';
import { Card, Empty, Notice, PageHead } from '../view/components.tsx';
import { pluralize, timeAgo } from '../view/format.ts';
import { Csrf, Field } from '../view/formControls.tsx';
import { Pager } from '../view/Pager.tsx';
import { paceOf } from './jobName.ts';
import { Progress, progressText, StatusPill } from './progress.tsx';

interface JobsPageProps {
  jobs: readonly Job[];
  names: ReadonlyMap<string, string>;
  csrf: string;
  offset: number;
  pageSize: number;
  /** A submitted list of URLs that the API has rejected, and why. */
  rejected?: { urls: string; problem: string };
}

export function JobsPage({ jobs, names, csrf, offset, pageSize, rejected }: JobsPageProps) {
  return (
    <>
      <PageHead title="Jobs" lead="Each job reads a batch of pages, or crawls a site. Results are kept for 24 hours." />
      <div class="card" data-live="jobs">
        {jobs.length === 0 ? (
          <Empty icon="list" title={offset > 0 ? 'No more jobs' : 'No jobs yet'}>
            <p class="muted">
              Start one below, or with <code>POST /v1/batch/scrape</code> or <code>POST /v1/crawl</code>.
            </p>
          </Empty>
        ) : (
          <JobList jobs={jobs} names={names} />
        )}
        <Pager base="/jobs" offset={offset} pageSize={pageSize} hasMore={jobs.length === pageSize} />
      </div>
      <Card
        title="New batch"
        id="new"
        lead={`One URL per line. Each page that is read costs ${pluralize(pagePrice, 'credit')}.`}
      >
        {rejected && <Notice tone="bad">{rejected.problem}</Notice>}
        <form method="post" action="/jobs" class="stack">
          <Csrf token={csrf} />
          <Field label="URLs" name="urls">
            <textarea id="urls" name="urls" rows={5} spellcheck={false} required placeholder="https://example.com/">
              {rejected?.urls ?? ''}
            </textarea>
          </Field>
          <div class="actions start">
            <button type="submit" class="button primary">
              Start batch
            </button>
          </div>
        </form>
      </Card>
    </>
  );
}

function JobList({ jobs, names }: Pick<JobsPageProps, 'jobs' | 'names'>) {
  return (
    <ul class="jobs">
      {jobs.map((job) => (
        <li>
          <a href={`/jobs/${job._id}`}>
            <span class="job-title">
              <strong class="job-name">{names.get(job._id)}</strong>
              <span class="job-kind">
                <StatusPill status={job.status} /> {isCrawl(job) ? 'crawl' : 'batch'} <code>{job._id.slice(0, 8)}</code>
              </span>
            </span>
            <Progress job={job} />
            <span class="job-facts muted">
              <span>{progressText(job)}</span>
              {paceOf(job) && <span>{paceOf(job)}</span>}
              <span>{pluralize(job.creditsUsed, 'credit')}</span>
              <span>{timeAgo(job.createdAt)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
