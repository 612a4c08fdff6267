import { pagePrice } from '../../../contracts/prices.ts';
import type { MonitorRunRecord } from '../../../storage/monitorRuns.ts';
import type { Monitor } from '../../../storage/monitors.ts';
import { Card, Empty, Notice, PageHead } from '../view/components.tsx';
import { pluralize, timeAgo } from '../view/format.ts';
import { Csrf, Field } from '../view/formControls.tsx';
import { Pager } from '../view/Pager.tsx';
import { monitorName } from './monitorName.ts';
import { foundText, MonitorPill } from './runs.tsx';

/** What somebody has typed. */
export interface NewMonitorForm {
  urls: string;
  /** `pages`, or `site`. */
  what: string;
  every: string;
  name: string;
  webhook: string;
}

interface MonitorsPageProps {
  monitors: readonly { monitor: Monitor; lastRun: MonitorRunRecord | undefined }[];
  csrf: string;
  offset: number;
  pageSize: number;
  /** A submitted form that the API has rejected, and why. */
  rejected?: { form: NewMonitorForm; problem: string };
}

export function MonitorsPage({ monitors, csrf, offset, pageSize, rejected }: MonitorsPageProps) {
  return (
    <>
      <PageHead title="Monitors" lead="Pages that are read again and again. Only what has changed is told." />
      <div class="card" data-live="monitors">
        {monitors.length === 0 ? (
          <Empty icon="eye" title={offset > 0 ? 'No more monitors' : 'No monitors yet'}>
            <p class="muted">
              Start one below, or with <code>POST /v1/monitors</code>.
            </p>
          </Empty>
        ) : (
          <ul class="jobs">
            {monitors.map(({ monitor, lastRun }) => (
              <li>
                <a href={`/monitors/${monitor._id}`}>
                  <span class="job-title">
                    <MonitorPill monitor={monitor} lastRun={lastRun} />
                  </span>
                  <span class="monitor-name">{monitorName(monitor)}</span>
                  <span class="job-facts muted">
                    <span>{monitor.crawl ? 'a site' : pluralize(monitor.urls.length, 'page')}</span>
                    <span>every {monitor.every}</span>
                    <span>{lastRun ? `${foundText(lastRun)}, ${timeAgo(lastRun.startedAt)}` : 'not run yet'}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
        <Pager base="/monitors" offset={offset} pageSize={pageSize} hasMore={monitors.length === pageSize} />
      </div>
      <NewMonitor csrf={csrf} {...(rejected && { rejected })} />
    </>
  );
}

function NewMonitor({ csrf, rejected }: Pick<MonitorsPageProps, 'csrf' | 'rejected'>) {
  const { urls = '', what = 'pages', every = '1d', name = '', webhook = '' } = rejected?.form ?? {};
  return (
    <Card
      title="New monitor"
      id="new"
      lead={`One URL per line. A page costs ${pluralize(pagePrice, 'credit')} each time it is read.`}
    >
      {rejected && <Notice tone="bad">{rejected.problem}</Notice>}
      <form method="post" action="/monitors" class="stack">
        <Csrf token={csrf} />
        <Field label="URLs" name="urls">
          <textarea id="urls" name="urls" rows={3} spellcheck={false} required placeholder="https://example.com/prices">
            {urls}
          </textarea>
        </Field>
        <Field label="What" name="what" hint="A site is crawled from the first address, at or below its path.">
          <select id="what" name="what" aria-describedby="what-hint">
            <option value="pages">These pages</option>
            <option value="site" selected={what === 'site'}>
              The whole site
            </option>
          </select>
        </Field>
        <Field label="Every" name="every" hint="15m, 6h, 1d, 1w, or a cron expression in UTC such as 0 9 * * 1-5.">
          <input id="every" name="every" value={every} required spellcheck={false} aria-describedby="every-hint" />
        </Field>
        <Field label="Name" name="name" hint="Optional.">
          <input id="name" name="name" value={name} maxlength={100} aria-describedby="name-hint" />
        </Field>
        <Field
          label="Webhook"
          name="webhook"
          hint="Optional. It gets a call for each page that is new, changed or removed."
        >
          <input id="webhook" name="webhook" type="url" value={webhook} aria-describedby="webhook-hint" />
        </Field>
        <div class="actions start">
          <button type="submit" class="button primary">
            Start watching
          </button>
        </div>
      </form>
    </Card>
  );
}
