import type { Job } from '../../../storage/jobs.ts';
import type { Pages } from '../../../storage/pages.ts';
import { Empty } from '../view/components.tsx';
import { formatBytes } from '../view/format.ts';
import { Icon } from '../view/Icon.tsx';
import { Message } from '../view/Message.tsx';

export type PageSummary = Awaited<ReturnType<Pages['summaries']>>[number];

interface ItemListProps {
  job: Job;
  items: readonly PageSummary[];
  offset: number;
}

export function ItemList({ job, items, offset }: ItemListProps) {
  return items.length === 0 ? (
    <Empty icon="list" title={emptyTitle(job, offset)} />
  ) : (
    <ul class="items">
      {items.map((summary) => (
        <Item job={job} summary={summary} />
      ))}
    </ul>
  );
}

function emptyTitle(job: Job, offset: number): string {
  if (offset > 0) return 'No more items';
  return job.status === 'scraping' ? 'The first pages are being read' : 'No page was read';
}

function Item({ job, summary }: { job: Job; summary: PageSummary }) {
  const { index, outcome, about, bytes } = summary;
  return (
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
            {about.url} · {about.engine === 'browser' ? 'browser' : 'plain fetch'} · {formatBytes(bytes)}
          </div>
        ) : (
          <div class="problem small">
            <Message text={about.error ?? ''} />
          </div>
        )}
        {about.warning && (
          <div class="muted small">
            <Message text={about.warning} />
          </div>
        )}
      </div>
      <span class={`outcome ${outcome}`}>{outcome}</span>
    </li>
  );
}
