import type { ImageAllowance } from '../../accounts/overage.ts';
import { Card, CodeBlock, Meter, PageHead, Stat } from '../view/components.tsx';
import { formatDay, formatLimit, formatNumber } from '../view/format.ts';
import { Icon } from '../view/Icon.tsx';

interface Totals {
  creditsUsed: number;
  credits: number | null;
  resetsAt: Date;
  images: ImageAllowance;
  runningJobs: number;
  recentJobs: number;
}

interface HomePageProps {
  totals: Totals;
  apiUrl: string;
  iconUrl: string;
}

export function HomePage({ totals, apiUrl, iconUrl }: HomePageProps) {
  return (
    <>
      <PageHead title="Welcome" lead="Websites, read for your programs: pages, data, brands and icons." />
      <TotalStats totals={totals} />
      <div class="pair">
        <ScrapeCard apiUrl={apiUrl} />
        <IconCard iconUrl={iconUrl} />
      </div>
    </>
  );
}

function TotalStats({ totals }: { totals: Totals }) {
  const { creditsUsed, credits, resetsAt, images, runningJobs, recentJobs } = totals;
  return (
    <div class="stats" data-live="stats">
      <Stat label="Credits used" value={formatNumber(creditsUsed)}>
        <Meter label="Credits used this month" value={creditsUsed} max={credits} />
        <p class="muted">
          of {formatLimit(credits)} · resets {formatDay(resetsAt)}
        </p>
      </Stat>
      <Stat label="Image requests" value={formatNumber(images.requests)}>
        <Meter label="Image requests this month" value={images.requests} max={images.allowance} />
        <p class="muted">of {formatLimit(images.allowance)} this month</p>
      </Stat>
      <Stat label="Jobs running" value={formatNumber(runningJobs)}>
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
      <div class="actions start">
        <a class="button" href="/playground/scrape">
          <Icon name="play" />
          Try it here
        </a>
        <a class="button quiet" href="/keys">
          Your keys
        </a>
      </div>
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
      <div class="actions start">
        <a class="button" href="/playground/icon">
          <Icon name="image" />
          Try it here
        </a>
      </div>
    </Card>
  );
}
