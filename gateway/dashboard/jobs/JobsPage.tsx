import type { Job } from '../../../storage/jobs.ts';
import { timeAgo, formatNumber } from '../view/format.ts';
import { Card, Csrf, Empty, Field, Notice, PageHead } from '../view/components.tsx';
import { progressText, Progress, StatusPill } from './progress.tsx';

interface JobsPageProps {
  jobs: readonly Job[];
  csrf: string;
  offset: number;
  pageSize: number;
  refused?: { urls: string; problem: string };
}

export function JobsPage({ jobs, csrf, offset, pageSize, refused }: JobsPageProps) {
  return (
    <>
      <PageHead title="Jobs" lead="Batches of pages. Results are kept for 24 hours." />
      <div class="card" data-live="jobs">
        {jobs.length === 0 ? (
          <Empty icon="list" title={offset > 0 ? 'No more jobs' : 'No jobs yet'}>
            <p class="muted">
              Start one below, or with <code>POST /v1/batch/scrape</code>.
            </p>
          </Empty>
        ) : (
          <ul class="jobs">
            {jobs.map((job) => (
              <li>
                <a href={`/jobs/${job._id}`}>
                  <span class="job-title">
                    <code>{job._id.slice(0, 8)}</code>
                    <StatusPill status={job.status} />
                  </span>
                  <Progress job={job} />
                  <span class="job-facts muted">
                    <span>{progressText(job)}</span>
                    <span>{formatNumber(job.creditsUsed)} credits</span>
                    <span>{timeAgo(job.createdAt)}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
        <Pager base="/jobs" offset={offset} pageSize={pageSize} more={jobs.length === pageSize} />
      </div>
      <Card title="New batch" id="new" lead="One URL a line; each page that works costs one credit.">
        {refused && <Notice tone="bad">{refused.problem}</Notice>}
        <form method="post" action="/jobs" class="stack">
          <Csrf token={csrf} />
          <Field label="URLs" name="urls">
            <textarea id="urls" name="urls" rows={5} spellcheck={false} required placeholder="https://example.com/">
              {refused?.urls ?? ''}
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

interface PagerProps {
  base: string;
  offset: number;
  pageSize: number;
  more: boolean;
}

export function Pager({ base, offset, pageSize, more }: PagerProps) {
  return offset === 0 && !more ? null : (
    <nav class="pager" aria-label="Pages of this list">
      {offset > 0 && (
        <a class="button small" href={`${base}?offset=${Math.max(0, offset - pageSize)}`}>
          ‹ Before
        </a>
      )}
      {more && (
        <a class="button small" href={`${base}?offset=${offset + pageSize}`}>
          More ›
        </a>
      )}
    </nav>
  );
}
