import type { Child } from 'hono/jsx';
import type { ImageAllowance } from '../../accounts/overage.ts';
import type { KeyChoice } from '../requests/keyChoices.ts';
import { type ListedRequest, RequestList } from '../requests/RequestsPage.tsx';
import { Sparkline } from '../view/charts.tsx';
import { Card, CodeBlock, Notice, PageHead, Stat } from '../view/components.tsx';
import { formatDay, formatNumber, outOfLimit, pluralize } from '../view/format.ts';
import { Csrf } from '../view/formControls.tsx';
import { Icon } from '../view/Icon.tsx';
import type { LastDays } from './lastDays.ts';

interface HomePageProps {
  totals: Totals;
  requests: readonly ListedRequest[];
  failures: readonly ListedRequest[];
  keys: readonly KeyChoice[];
  /** What a new account has not done yet; absent once it has done all of it. */
  firstSteps?: FirstSteps | undefined;
  tried: Tried;
  csrf: string;
  apiUrl: string;
  iconUrl: string;
}

export interface Totals {
  creditsUsed: number;
  credits: number | null;
  resetsAt: Date;
  images: ImageAllowance;
  runningJobs: number;
  unreadPages: number;
  recentJobs: number;
  lastDays: LastDays;
}

export interface FirstSteps {
  hasKey: boolean;
  hasRead: boolean;
  hasShownIcon: boolean;
}

/** The URL in the field, and what came of it if it was submitted. */
export interface Tried {
  url: string;
  result?: Child;
  problem?: string;
}

export function HomePage(props: HomePageProps) {
  const { totals, requests, failures, keys, firstSteps, tried, csrf, apiUrl, iconUrl } = props;
  return (
    <>
      <PageHead
        title={firstSteps ? 'Welcome' : 'Home'}
        lead="Websites, read for your programs: pages, data, brands and icons."
      />
      <TryField tried={tried} csrf={csrf} />
      {firstSteps && <Checklist steps={firstSteps} />}
      <TotalStats totals={totals} />
      {failures.length > 0 && (
        <Card title="Failures that want attention" id="failures" lead="Of the last 24 hours.">
          <div data-live="failures">
            <RequestList requests={failures} keys={keys} />
          </div>
          <p class="small">
            <a href="/requests?outcome=failed">All failed requests</a>
          </p>
        </Card>
      )}
      {requests.length > 0 && (
        <Card
          title="Recent activity"
          id="activity"
          actions={
            <a class="button small quiet" href="/requests">
              All requests
            </a>
          }
        >
          <div data-live="activity">
            <RequestList requests={requests} keys={keys} />
          </div>
        </Card>
      )}
      {firstSteps && (
        <div class="pair">
          <ScrapeCard apiUrl={apiUrl} />
          <IconCard iconUrl={iconUrl} />
        </div>
      )}
    </>
  );
}

/** A form that works without a script: the page comes back with the result in it. */
function TryField({ tried: { url, result, problem }, csrf }: { tried: Tried; csrf: string }) {
  return (
    <section class="card" aria-label="Read a page now">
      <form method="post" action="/" class="try-url">
        <Csrf token={csrf} />
        <label for="try-url" class="hidden">
          Paste a URL
        </label>
        <input
          id="try-url"
          name="url"
          value={url}
          required
          placeholder="Paste a URL"
          inputmode="url"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
        <button type="submit" class="button primary">
          <Icon name="play" />
          Read it
        </button>
      </form>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {result}
    </section>
  );
}

function Checklist({ steps: { hasKey, hasRead, hasShownIcon } }: { steps: FirstSteps }) {
  return (
    <Card title="First steps" id="first-steps">
      <ol class="steps">
        <Step isDone={hasRead} href="/playground/scrape" label="Read a page" hint="above, or in the playground" />
        <Step isDone={hasKey} href="/keys" label="Take your secret key" hint="and call the API from your server" />
        <Step
          isDone={hasShownIcon}
          href="/playground/icon"
          label="Show an icon"
          hint="in a web page, with a publishable key"
        />
      </ol>
    </Card>
  );
}

function Step({ isDone, href, label, hint }: { isDone: boolean; href: string; label: string; hint: string }) {
  return (
    <li class={isDone ? 'done' : ''}>
      <Icon name={isDone ? 'check' : 'play'} />
      <span>
        <a href={href}>{label}</a> <span class="muted">{hint}</span>
        {isDone && <span class="hidden"> (done)</span>}
      </span>
    </li>
  );
}

function TotalStats({ totals }: { totals: Totals }) {
  const { creditsUsed, credits, resetsAt, images, runningJobs, unreadPages, recentJobs, lastDays } = totals;
  return (
    <div class="stats" data-live="stats">
      <Stat label="Credits used" value={formatNumber(creditsUsed)}>
        <Sparkline values={lastDays.credits} label="Credits on each of the last 30 days" />
        <p class="muted">
          {outOfLimit(credits)} · resets {formatDay(resetsAt)}
        </p>
      </Stat>
      <Stat label="Image requests" value={formatNumber(images.requests)}>
        <Sparkline values={lastDays.images} label="Image requests on each of the last 30 days" />
        <p class="muted">{outOfLimit(images.allowance)} this month</p>
      </Stat>
      <Stat label="Jobs running" value={formatNumber(runningJobs)}>
        <p class="muted">{unreadPages === 0 ? 'No page is waiting' : `${pluralize(unreadPages, 'page')} to read`}</p>
        <p class="muted">
          {formatNumber(recentJobs)} in the last 24 hours · <a href="/jobs">see all</a>
        </p>
      </Stat>
    </div>
  );
}

function ScrapeCard({ apiUrl }: { apiUrl: string }) {
  return (
    <Card
      title="Read a page"
      id="read"
      lead={
        <>
          From your server, with a secret key: <code>sr_…</code>
        </>
      }
    >
      <CodeBlock label="curl line for a scrape">
        {`curl ${apiUrl}/v1/scrape \\\n  -H "Authorization: Bearer $SIGHTREAD_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{"url": "https://example.com"}'`}
      </CodeBlock>
    </Card>
  );
}

function IconCard({ iconUrl }: { iconUrl: string }) {
  return (
    <Card
      title="Show an icon"
      id="icon"
      lead={
        <>
          In your web page, with a publishable key: <code>pk_…</code>
        </>
      }
    >
      <CodeBlock label="HTML for an icon">{`<img width="64" height="64"\n  src="${iconUrl}">`}</CodeBlock>
    </Card>
  );
}
