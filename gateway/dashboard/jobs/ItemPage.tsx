import type { PageItem } from '../../../contracts/results/page.ts';
import type { Job } from '../../../storage/jobs.ts';
import { Notice, PageHead } from '../view/components.tsx';
import { PageItemViews } from '../view/PageItemViews.tsx';

export function ItemPage({ job, item }: { job: Job; item: PageItem }) {
  return (
    <>
      <p class="crumb">
        <a href="/jobs">Jobs</a> / <a href={`/jobs/${job._id}`}>{job._id.slice(0, 8)}</a>
      </p>
      <PageHead title={item.metadata.title ?? item.url} lead={item.url} />
      <div class="card">{item.error ? <Notice tone="bad">{item.error}</Notice> : <PageItemViews item={item} />}</div>
    </>
  );
}
