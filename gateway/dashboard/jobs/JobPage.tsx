import type { Event } from '../../../storage/events.ts';
import { isCrawl, type Job } from '../../../storage/jobs.ts';
import { Notice, PageHead, Stat } from '../view/components.tsx';
import { formatNumber, formatTime, timeAgo } from '../view/format.ts';
import { Csrf } from '../view/formControls.tsx';
import { Icon } from '../view/Icon.tsx';
import { Pager } from '../view/Pager.tsx';
import type { CrawlOverview } from './crawlOverview.ts';
import { type FailureGroup, FailureList } from './FailureList.tsx';
import { ItemList, type PageSummary } from './ItemList.tsx';
import { paceOf } from './jobName.ts';
import { Progress, progressText, StatusPill } from './progress.tsx';
import { SiteView } from './SiteView.tsx';
import { WebhookDeliveries } from './WebhookDeliveries.tsx';

/** `site` is for crawls. */
export const jobTabs = ['site', 'items', 'errors', 'webhooks'] as const;
export type JobTab = (typeof jobTabs)[number];

/** The one that is shown under the job's own address. */
export function firstTab(job: Job): JobTab {
  return isCrawl(job) ? 'site' : 'items';
}

interface JobPageProps {
  job: Job;
  name: string;
  csrf: string;
  tab: JobTab;
  offset: number;
  pageSize: number;
  items: readonly PageSummary[];
  failures: readonly FailureGroup[];
  events: readonly Event[];
  overview?: CrawlOverview | undefined;
}

export function JobPage(props: JobPageProps) {
  const { job, name, csrf, tab, offset, pageSize, items, failures, events, overview } = props;
  return (
    <>
      <p class="crumb">
        <a href="/jobs">Jobs</a>
      </p>
      <PageHead
        title={name}
        lead={
          <span data-live="status">
            <StatusPill status={job.status} /> <code>{job._id.slice(0, 8)}</code> started {timeAgo(job.createdAt)},
            results are kept until {formatTime(job.expiresAt)} UTC
            {job.crawl && `, from ${job.crawl.url}`}
            {paceOf(job) && ` · ${paceOf(job)}`}
          </span>
        }
      >
        <Actions job={job} csrf={csrf} />
      </PageHead>
      <div class="card" data-live="progress">
        {job.warnings && <Notice tone="warn">{job.warnings.join(' ')}</Notice>}
        <Progress job={job} />
        <div class="stats three flat">
          <Stat label="Settled" value={progressText({ ...job, failed: 0, completed: job.completed + job.failed })} />
          <Stat label="Failed" value={formatNumber(job.failed)} />
          <Stat label="Credits" value={formatNumber(job.creditsUsed)} />
        </div>
      </div>
      <nav class="tabs" aria-label="Sections of this job">
        {isCrawl(job) && <TabLink job={job} tab="site" current={tab} label="Site" />}
        <TabLink job={job} tab="items" current={tab} label="Items" />
        <TabLink
          job={job}
          tab="errors"
          current={tab}
          label={`Errors${job.failed > 0 ? ` (${formatNumber(job.failed)})` : ''}`}
        />
        <TabLink job={job} tab="webhooks" current={tab} label="Webhook" />
      </nav>
      {isCrawl(job) && overview ? (
        <SiteView job={job} overview={overview} />
      ) : (
        <div class="card" data-live="list">
          {tab === 'webhooks' ? (
            <WebhookDeliveries job={job} events={events} />
          ) : tab === 'errors' ? (
            <FailureList groups={failures} />
          ) : (
            <ItemList job={job} items={items} offset={offset} />
          )}
          <Pager
            base={tabPath(job, tab)}
            offset={offset}
            pageSize={pageSize}
            hasMore={(tab === 'webhooks' ? events : items).length === pageSize}
          />
        </div>
      )}
    </>
  );
}

function tabPath(job: Job, tab: JobTab) {
  return tab === firstTab(job) ? `/jobs/${job._id}` : `/jobs/${job._id}/${tab}`;
}

function TabLink({ job, tab, current, label }: { job: Job; tab: JobTab; current: JobTab; label: string }) {
  return (
    <a href={tabPath(job, tab)} {...(tab === current && { 'aria-current': 'page' })}>
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
        <ActionButton job={job} csrf={csrf} action="cancel" label="Cancel" tone="danger" />
      ) : (
        job.failed > 0 && <ActionButton job={job} csrf={csrf} action="retry" label="Retry the failed" tone="primary" />
      )}
    </div>
  );
}

interface ActionButtonProps {
  job: Job;
  csrf: string;
  action: 'cancel' | 'retry';
  label: string;
  tone: 'danger' | 'primary';
}

function ActionButton({ job, csrf, action, label, tone }: ActionButtonProps) {
  return (
    <form method="post" action={`/jobs/${job._id}/${action}`}>
      <Csrf token={csrf} />
      <button type="submit" class={`button ${tone}`}>
        {label}
      </button>
    </form>
  );
}
