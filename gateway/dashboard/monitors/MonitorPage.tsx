import { shownUrl } from '../../../contracts/egress/url.ts';
import type { MonitorRunRecord, PageChangeRecord } from '../../../storage/monitorRuns.ts';
import type { Monitor } from '../../../storage/monitors.ts';
import { Card, Empty, PageHead, Pill, type Tone } from '../view/components.tsx';
import { formatNumber, formatTime, pluralize, timeAgo } from '../view/format.ts';
import { Confirm, Csrf } from '../view/formControls.tsx';
import { Icon, type IconName } from '../view/Icon.tsx';
import { Message } from '../view/Message.tsx';
import { monitorName } from './monitorName.ts';
import { foundText, MonitorPill } from './runs.tsx';

interface MonitorPageProps {
  monitor: Monitor;
  csrf: string;
  nextRunAt: Date | undefined;
  runs: readonly MonitorRunRecord[];
  /** The newest first. */
  changes: readonly PageChangeRecord[];
}

export function MonitorPage({ monitor, csrf, nextRunAt, runs, changes }: MonitorPageProps) {
  const { _id: id, isPaused, every, urls, crawl, webhook } = monitor;
  return (
    <>
      <p class="crumb">
        <a href="/monitors">Monitors</a>
      </p>
      <PageHead
        title={monitorName(monitor)}
        lead={
          <span data-live="status">
            <MonitorPill monitor={monitor} lastRun={runs[0]} /> every {every}
            {nextRunAt && `, next on ${formatTime(nextRunAt)} UTC`}
          </span>
        }
      >
        <Command id={id} csrf={csrf} word="run" icon="again" label="Run now" />
        {isPaused ? (
          <Command id={id} csrf={csrf} word="resume" icon="play" label="Resume" />
        ) : (
          <Command id={id} csrf={csrf} word="pause" icon="pause" label="Pause" />
        )}
      </PageHead>
      <Card title="Changes" id="changes">
        <div data-live="changes">
          {changes.length === 0 ? (
            <Empty icon="eye" title="No changes yet">
              <p class="muted">The first run remembers the pages. What differs later is shown here.</p>
            </Empty>
          ) : (
            changes.map((change) => <Change change={change} />)
          )}
        </div>
      </Card>
      <Card title="Runs" id="runs">
        <div data-live="runs">
          <RunTable runs={runs} />
        </div>
      </Card>
      <Card title="What is watched" id="about">
        {crawl && <p>The site that starts here, with at most {formatNumber(crawl.options.limit)} pages:</p>}
        <ul class="plain">
          {(crawl ? [crawl.url] : urls).map((url) => (
            <li>
              <code>{shownUrl(url)}</code>
            </li>
          ))}
        </ul>
        {webhook && (
          <p class="muted">
            Changes are posted to <code>{new URL(webhook.url).host}</code>.
          </p>
        )}
        <div class="actions start">
          <Confirm
            id="remove-monitor"
            action={`/monitors/${id}/remove`}
            csrf={csrf}
            trigger="Remove this monitor…"
            title={`Remove “${monitorName(monitor)}”?`}
            confirmLabel="Remove permanently"
          >
            <p>Its runs and everything that it remembers are removed too.</p>
          </Confirm>
        </div>
      </Card>
    </>
  );
}

interface CommandProps {
  id: string;
  csrf: string;
  word: 'run' | 'pause' | 'resume';
  icon: IconName;
  label: string;
}

function Command({ id, csrf, word, icon, label }: CommandProps) {
  return (
    <form method="post" action={`/monitors/${id}/${word}`}>
      <Csrf token={csrf} />
      <button type="submit" class="button">
        <Icon name={icon} />
        <span>{label}</span>
      </button>
    </form>
  );
}

const changeTones: Record<PageChangeRecord['change'], Tone> = { new: 'good', changed: 'accent', removed: 'bad' };

function Change({ change: { url, change, added = 0, removed = 0, diff, at } }: { change: PageChangeRecord }) {
  return (
    <article class="change">
      <header>
        <Pill tone={changeTones[change]}>{change}</Pill> <code>{url}</code>
        <span class="muted">
          {change === 'changed' && `${pluralize(added, 'line')} added, ${removed} gone · `}
          {timeAgo(at)}
        </span>
      </header>
      {diff && (
        <section class="code tall diff" tabindex={0} aria-label={`What has changed on ${url}`}>
          <pre>
            {diff.split('\n').map((line) => (
              <span class={lineClass(line)}>{`${line}\n`}</span>
            ))}
          </pre>
        </section>
      )}
    </article>
  );
}

function lineClass(line: string): string {
  if (line.startsWith('@@')) return 'diff-place';
  return line.startsWith('+') ? 'diff-added' : line.startsWith('-') ? 'diff-removed' : 'diff-same';
}

function RunTable({ runs }: { runs: readonly MonitorRunRecord[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Started</th>
          <th scope="col">Found</th>
          <th scope="col" class="num">
            Pages
          </th>
          <th scope="col" class="num">
            Credits
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr>
            <td>
              <a href={`/jobs/${run._id}`}>{formatTime(run.startedAt)}</a>
            </td>
            <td>
              {foundText(run)}
              {run.error && (
                <div class="muted">
                  <Message text={run.error} />
                </div>
              )}
              {!run.error && run.unreachable > 0 && (
                <div class="muted">{pluralize(run.unreachable, 'page')} could not be read</div>
              )}
            </td>
            <td class="num">{run.pages}</td>
            <td class="num">{run.creditsUsed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
