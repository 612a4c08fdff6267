import { monitorPayload } from '../contracts/results/monitorPayload.ts';
import { webhookPayload } from '../contracts/results/webhookPayload.ts';
import type { Event } from './events.ts';
import type { Job } from './jobs.ts';
import type { Pages } from './pages.ts';

/** What the receiver of an event is sent, with the page as long as that is kept. */
export async function eventPayload(
  { type, index, item, counters, seen }: Event,
  job: Pick<Job, '_id' | 'webhook' | 'crawl'>,
  pages: Pick<Pages, 'find'>,
): Promise<object> {
  const metadata = job.webhook?.metadata;
  if (type === 'change') {
    if (!seen) throw new Error(`an event of ${job._id} says nothing about the change`);
    const { content, ...change } = seen;
    return monitorPayload({ ...change, page: content && (await pages.find(content.job, content.index)), metadata });
  }
  const page = item ?? (index === undefined ? undefined : await pages.find(job._id, index));
  return webhookPayload({ job, type, item: page, counters, metadata });
}
