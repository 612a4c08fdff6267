import type { DeliveryAttempt, Event } from '../../../storage/events.ts';
import type { Job } from '../../../storage/jobs.ts';
import { Card, PageHead } from '../view/components.tsx';
import { formatNumber, formatTime } from '../view/format.ts';
import { Csrf } from '../view/formControls.tsx';
import { Highlighted } from '../view/Highlighted.tsx';
import { DeliveryState, deliveryPath, eventName } from './WebhookDeliveries.tsx';

interface DeliveryPageProps {
  job: Job;
  event: Event;
  payload: unknown;
  csrf: string;
}

/** One event of a job's webhook: its body, and every attempt to deliver it. */
export function DeliveryPage({ job, event, payload, csrf }: DeliveryPageProps) {
  const { state, attempts, log = [], dueAt } = event;
  return (
    <>
      <p class="crumb">
        <a href="/jobs">Jobs</a> / <a href={`/jobs/${job._id}/webhooks`}>{job._id.slice(0, 8)}</a>
      </p>
      <PageHead
        title={`Webhook ${eventName(event)}`}
        lead={
          <span data-live="state">
            <DeliveryState state={state} /> {formatNumber(attempts)} {attempts === 1 ? 'attempt' : 'attempts'}
            {state === 'waiting' && attempts > 0 && `, the next one at ${formatTime(dueAt)} UTC`}
          </span>
        }
      >
        <form method="post" action={`${deliveryPath(event)}/send`}>
          <Csrf token={csrf} />
          <button type="submit" class="button primary">
            Send again
          </button>
        </form>
      </PageHead>
      <div class="card" data-live="attempts">
        <AttemptTable log={log} />
      </div>
      <Card title="Body" id="body" lead={<code>X-Sightread-Event: {event._id}</code>}>
        <Highlighted text={JSON.stringify(payload, undefined, 2)} language="json" label="Body of the event" />
      </Card>
    </>
  );
}

function AttemptTable({ log }: { log: readonly DeliveryAttempt[] }) {
  if (log.length === 0) return <p class="muted">No attempt has ended yet.</p>;
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">Attempt</th>
            <th scope="col" class="number">
              Answer
            </th>
            <th scope="col" class="number">
              Took
            </th>
            <th scope="col">Problem</th>
          </tr>
        </thead>
        <tbody>
          {log.toReversed().map(({ at, status, ms, problem }) => (
            <tr>
              <th scope="row" data-label="Attempt">
                {formatTime(at)} UTC
              </th>
              <td class="number" data-label="Answer">
                {status ?? 'none'}
              </td>
              <td class="number" data-label="Took">
                {formatNumber(ms)} ms
              </td>
              <td data-label="Problem">{problem ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
