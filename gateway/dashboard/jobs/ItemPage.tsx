import type { Job } from '../../../storage/jobs.ts';
import { Notice, PageHead } from '../view/components.tsx';
import { ItemTabs } from '../view/item/ItemTabs.tsx';
import type { RenderedItem } from '../view/item/resultViews.ts';

export function ItemPage({ job, item }: { job: Job; item: RenderedItem }) {
  return (
    <>
      <p class="crumb">
        <a href="/jobs">Jobs</a> / <a href={`/jobs/${job._id}`}>{job._id.slice(0, 8)}</a>
      </p>
      <PageHead title={item.title} lead={item.url} />
      <div class="card">{item.error ? <Notice tone="bad">{item.error}</Notice> : <ItemTabs item={item} />}</div>
    </>
  );
}
