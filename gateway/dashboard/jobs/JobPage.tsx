import type { Event } from '../../../storage/events.ts';
import type { Job } from '../../../storage/jobs.ts';
import type { Pages } from '../../../storage/pages.ts';
import { timeAgo, formatBytes, formatNumber, formatTime } from '../view/format.ts';
import { Icon } from '../view/Icon.tsx';
import { Csrf, Empty, PageHead, Pill, Stat, type Tone } from '../view/components.tsx';
import { Pager } from './JobsPage.tsx';
import { progressText, Progress, StatusPill } from './progress.tsx';

type Summary = Awaited<ReturnType<Pages['summaries']>>[number];

export const jobTabs = ['items', 'errors', 'webhooks'] as const;
export type JobTab = (typeof jobTabs)[number];

interface JobPageProps {
  job: Job;
  csrf: string;
  tab: JobTab;
  offset: number;
  pageSize: number;
  items: readonly Summary[];
  events: readonly Event[];
}

export function JobPage({ job, csrf, tab, offset, pageSize, items, events }: JobPageProps) {
  return (
    <>
      <p class="crumb">
        <a href="/jobs">Jobs</a>
      </p>
      <PageHead
        title={`Job ${job._id.slice(0, 8)}`}
        lead={
          <span data-live="status">
            <StatusPill status={job.status} /> started {timeAgo(job.createdAt)}, results until {formatTime(job.expiresAt)} UTC
          </span>
        }
      >
        <Actions job={job} csrf={csrf} />
      </PageHead>
      <div class="card" data-live="progress">
        <Progress job={job} />
        <div class="stats three flat">
          <Stat label="Settled" value={progressText({ ...job, failed: 0, completed: job.completed + job.failed })} />
          <Stat label="Failed" value={formatNumber(job.failed)} />
          <Stat label="Credits" value={formatNumber(job.creditsUsed)} />
        </div>
      </div>
      <nav class="tabs" aria-label="Parts of this job">
        <Tab job={job} name="items" now={tab} label="Items" />
        <Tab job={job} name="errors" now={tab} label={`Errors${job.failed > 0 ? ` (${formatNumber(job.failed)})` : ''}`} />
        <Tab job={job} name="webhooks" now={tab} label="Webhook" />
      </nav>
      <div class="card" data-live="list">
        {tab === 'webhooks' ? (
          <Deliveries job={job} events={events} />
        ) : (
          <Items job={job} items={items} tab={tab} offset={offset} />
        )}
        {tab !== 'webhooks' && (
          <Pager
            base={tab === 'items' ? `/jobs/${job._id}` : `/jobs/${job._id}/${tab}`}
            offset={offset}
            pageSize={pageSize}
            more={items.length === pageSize}
          />
        )}
      </div>
    </>
  );
}

function Tab({ job, name, now, label }: { job: Job; name: JobTab; now: JobTab; label: string }) {
  return (
    <a
      href={name === 'items' ? `/jobs/${job._id}` : `/jobs/${job._id}/${name}`}
      {...(name === now && { 'aria-current': 'page' })}
    >
      {label}
    </a>
  );
}

function Actions({ job, csrf }: { job: Job; csrf: string }) {
  return (
    <div class="actions" data-live="actions">
      {job.completed + job.failed > 0 && (
        <a class="button" href={`/jobs/${job._id}/results.ndjson`}>
          <Icon name="download" />
          Download
        </a>
      )}
      {job.status === 'scraping' ? (
        <Act job={job} csrf={csrf} does="cancel" label="Cancel" tone="danger" />
      ) : (
        job.failed > 0 && <Act job={job} csrf={csrf} does="retry" label="Retry the failed" tone="primary" />
      )}
    </div>
  );
}

interface ActProps {
  job: Job;
  csrf: string;
  does: 'cancel' | 'retry';
  label: string;
  tone: 'danger' | 'primary';
}

function Act({ job, csrf, does, label, tone }: ActProps) {
  return (
    <form method="post" action={`/jobs/${job._id}/${does}`}>
      <Csrf token={csrf} />
      <button type="submit" class={`button ${tone}`}>
        {label}
      </button>
    </form>
  );
}

function Items({ job, items, tab, offset }: Pick<JobPageProps, 'job' | 'items' | 'tab' | 'offset'>) {
  return items.length === 0 ? (
    <Empty icon="list" title={emptyWords(job, tab, offset)} />
  ) : (
    <ul class="items">
      {items.map(({ index, outcome, about, bytes: size }) => (
        <li>
          <Icon name={outcome === 'completed' ? 'check' : 'cross'} />
          <div>
            <div class="item-title">
              {outcome === 'completed' ? (
                <a href={`/jobs/${job._id}/items/${index}`}>{about.title || about.url}</a>
              ) : (
                <span>{about.url}</span>
              )}
            </div>
            {outcome === 'completed' ? (
              <div class="muted small">
                {about.url} · {about.engine === 'browser' ? 'browser' : 'plain fetch'} · {formatBytes(size)}
              </div>
            ) : (
              <div class="problem small">{about.error}</div>
            )}
            {about.warning && <div class="muted small">{about.warning}</div>}
          </div>
          <span class={`outcome ${outcome}`}>{outcome}</span>
        </li>
      ))}
    </ul>
  );
}

function emptyWords(job: Job, tab: JobTab, offset: number): string {
  if (offset > 0) return 'Nothing further';
  if (tab === 'errors') return 'No URL has failed';
  return job.status === 'scraping' ? 'The first pages are on their way' : 'Nothing was read';
}

const eventTones: Record<Event['state'], Tone> = { waiting: 'warn', delivered: 'good', 'given up': 'bad' };

function Deliveries({ job, events }: { job: Job; events: readonly Event[] }) {
  if (!job.webhook) {
    return (
      <Empty icon="mail" title="This job has no webhook">
        <p class="muted">
          Give one as <code>webhook</code> when you make the batch.
        </p>
      </Empty>
    );
  }
  return (
    <>
      <p>
        Posted to <code>{job.webhook.url}</code>
      </p>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">State</th>
              <th scope="col" class="number">
                Tries
              </th>
              <th scope="col">When</th>
              <th scope="col">Last problem</th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ type, index, state, attempts, at, dueAt, lastProblem }) => (
              <tr>
                <th scope="row" data-label="Event">
                  {type}
                  {index !== undefined && ` ${formatNumber(index + 1)}`}
                </th>
                <td data-label="State">
                  <Pill tone={eventTones[state]}>{state}</Pill>
                </td>
                <td class="number" data-label="Tries">
                  {formatNumber(attempts)}
                </td>
                <td data-label="When">
                  {timeAgo(at)}
                  {state === 'waiting' && attempts > 0 && `, again ${formatTime(dueAt)}`}
                </td>
                <td data-label="Last problem">{lastProblem ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
