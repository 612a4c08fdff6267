import { shownUrl } from '../../../contracts/egress/url.ts';
import type { Event } from '../../../storage/events.ts';
import type { Job } from '../../../storage/jobs.ts';
import { Empty, Pill, type Tone } from '../view/components.tsx';
import { formatNumber, formatTime, timeAgo } from '../view/format.ts';

const stateTones: Record<Event['state'], Tone> = { waiting: 'warn', delivered: 'good', 'given up': 'bad' };

export function DeliveryState({ state }: Pick<Event, 'state'>) {
  return <Pill tone={stateTones[state]}>{state}</Pill>;
}

/** The page of one delivery. */
export function deliveryPath({ job, _id }: Pick<Event, 'job' | '_id'>): string {
  return `/jobs/${job}/webhooks/${encodeURIComponent(_id)}`;
}

export function eventName({ type, index }: Pick<Event, 'type' | 'index'>): string {
  return index === undefined ? type : `${type} ${formatNumber(index + 1)}`;
}

export function WebhookDeliveries({ job, events }: { job: Job; events: readonly Event[] }) {
  if (!job.webhook) {
    return (
      <Empty icon="mail" title="This job has no webhook">
        <p class="muted">
          Set <code>webhook</code> in the request that creates the job.
        </p>
      </Empty>
    );
  }
  return (
    <>
      <p>
        Events are posted to <code>{shownUrl(job.webhook.url)}</code>
      </p>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">State</th>
              <th scope="col" class="number">
                Answer
              </th>
              <th scope="col" class="number">
                Attempts
              </th>
              <th scope="col">When</th>
              <th scope="col">Last error</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <Delivery event={event} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Delivery({ event }: { event: Event }) {
  const { state, attempts, log, at, dueAt, lastProblem } = event;
  return (
    <tr>
      <th scope="row" data-label="Event">
        <a href={deliveryPath(event)}>{eventName(event)}</a>
      </th>
      <td data-label="State">
        <DeliveryState state={state} />
      </td>
      <td class="number" data-label="Answer">
        {log?.at(-1)?.status ?? ''}
      </td>
      <td class="number" data-label="Attempts">
        {formatNumber(attempts)}
      </td>
      <td data-label="When">
        {timeAgo(at)}
        {state === 'waiting' && attempts > 0 && `, next attempt ${formatTime(dueAt)}`}
      </td>
      <td data-label="Last error">{lastProblem ?? ''}</td>
    </tr>
  );
}
