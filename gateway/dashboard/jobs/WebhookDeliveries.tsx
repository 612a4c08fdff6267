import type { Event } from '../../../storage/events.ts';
import type { Job } from '../../../storage/jobs.ts';
import { Empty, Pill, type Tone } from '../view/components.tsx';
import { formatNumber, formatTime, timeAgo } from '../view/format.ts';

const eventTones: Record<Event['state'], Tone> = { waiting: 'warn', delivered: 'good', 'given up': 'bad' };

export function WebhookDeliveries({ job, events }: { job: Job; events: readonly Event[] }) {
  if (!job.webhook) {
    return (
      <Empty icon="mail" title="This job has no webhook">
        <p class="muted">
          Set <code>webhook</code> in the request that creates the batch.
        </p>
      </Empty>
    );
  }
  return (
    <>
      <p>
        Events are posted to <code>{job.webhook.url}</code>
      </p>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">State</th>
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
  const { type, index, state, attempts, at, dueAt, lastProblem } = event;
  return (
    <tr>
      <th scope="row" data-label="Event">
        {type}
        {index !== undefined && ` ${formatNumber(index + 1)}`}
      </th>
      <td data-label="State">
        <Pill tone={eventTones[state]}>{state}</Pill>
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
