import { type LoggedRequest, loggedOperations, type RequestFilter } from '../../../storage/requests.ts';
import { Empty, PageHead, Pill } from '../view/components.tsx';
import { formatDuration, formatTime, timeAgo } from '../view/format.ts';
import { Message } from '../view/Message.tsx';
import { Pager } from '../view/Pager.tsx';
import { type KeyChoice, keyName } from './keyChoices.ts';
import { operationLabels } from './operationLabels.ts';

export type ListedRequest = Omit<LoggedRequest, 'body'>;

interface RequestsPageProps {
  requests: readonly ListedRequest[];
  filter: RequestFilter;
  /** The keys of the account, and the dashboard. */
  keys: readonly KeyChoice[];
  offset: number;
  pageSize: number;
}

export function RequestsPage({ requests, filter, keys, offset, pageSize }: RequestsPageProps) {
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHead
        title="Requests"
        lead="Calls of scrape, extract, branding, map and parse. Kept for 24 hours, like their results, without secrets."
      />
      <Filters filter={filter} keys={keys} isFiltered={isFiltered} />
      <div class="card" data-live="requests">
        {requests.length === 0 ? (
          <Empty icon="pulse" title={emptyTitle(isFiltered, offset)}>
            <p class="muted">
              {isFiltered ? (
                <a href="/requests">Show all requests</a>
              ) : (
                <>
                  Make one in the <a href="/playground">playground</a>, or with a <a href="/keys">secret key</a>.
                </>
              )}
            </p>
          </Empty>
        ) : (
          <RequestList requests={requests} keys={keys} />
        )}
        <Pager
          base="/requests"
          query={queryOf(filter)}
          offset={offset}
          pageSize={pageSize}
          hasMore={requests.length === pageSize}
        />
      </div>
    </>
  );
}

function emptyTitle(isFiltered: boolean, offset: number): string {
  if (offset > 0) return 'No more requests';
  return isFiltered ? 'No request is like that' : 'No requests in the last 24 hours';
}

function queryOf({ text, ...filter }: RequestFilter): Record<string, string> {
  return { ...filter, ...(text && { q: text }) };
}

/** A form that works without a script; with one, a choice submits it. */
function Filters({
  filter,
  keys,
  isFiltered,
}: {
  filter: RequestFilter;
  keys: readonly KeyChoice[];
  isFiltered: boolean;
}) {
  return (
    <form class="filters" method="get" action="/requests" aria-label="Filter">
      <label class="filter-text">
        <span class="hidden">Address or request id</span>
        <input name="q" type="search" value={filter.text ?? ''} placeholder="Address or request id" />
      </label>
      <Choice
        name="operation"
        label="Operation"
        all="All operations"
        chosen={filter.operation}
        options={loggedOperations.map((name) => [name, operationLabels[name]])}
      />
      <Choice
        name="outcome"
        label="Outcome"
        all="All outcomes"
        chosen={filter.outcome}
        options={[
          ['ok', 'Succeeded'],
          ['failed', 'Failed'],
        ]}
      />
      <Choice
        name="key"
        label="Key"
        all="All keys"
        chosen={filter.key}
        options={keys.map(({ id, name }) => [id, name])}
      />
      <button type="submit" class="button">
        Filter
      </button>
      {isFiltered && (
        <a class="button quiet" href="/requests">
          Clear
        </a>
      )}
    </form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  all: string;
  chosen: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
}

function Choice({ name, label, all, chosen, options }: ChoiceProps) {
  return (
    <label>
      <span class="hidden">{label}</span>
      <select name={name} data-submit>
        <option value="">{all}</option>
        {options.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function RequestList({ requests, keys }: { requests: readonly ListedRequest[]; keys: readonly KeyChoice[] }) {
  return (
    <ul class="rows">
      {requests.map((request) => (
        <li>
          <a href={`/requests/${request._id}`}>
            <StatusPill status={request.status} />
            <span class="row-name">
              <span class="row-title">
                <strong>{operationLabels[request.operation]}</strong> {request.subject ?? request.path}
              </span>
              {request.error && (
                <span class="problem small">
                  <Message text={request.error} />
                </span>
              )}
            </span>
            <span class="row-facts muted">
              <span>{formatDuration(request.ms)}</span>
              <span>{request.credits > 0 ? `${request.credits} cr.` : 'free'}</span>
              <span>{request.engine === 'browser' ? 'browser' : request.engine === 'http' ? 'fetch' : '–'}</span>
              <span class="row-key">{keyName(keys, request.key)}</span>
              <time datetime={request.at.toISOString()} title={`${formatTime(request.at)} UTC`}>
                {timeAgo(request.at)}
              </time>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function StatusPill({ status }: { status: number }) {
  return <Pill tone={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}>{status}</Pill>;
}
