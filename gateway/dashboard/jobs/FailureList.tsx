import type { Pages } from '../../../storage/pages.ts';
import { Empty } from '../view/components.tsx';
import { formatNumber, pluralize } from '../view/format.ts';
import { Message } from '../view/Message.tsx';

export type FailureGroup = Awaited<ReturnType<Pages['failuresByReason']>>[number];

/** The URLs of a job that failed, each reason once. */
export function FailureList({ groups }: { groups: readonly FailureGroup[] }) {
  if (groups.length === 0) return <Empty icon="list" title="No URL has failed" />;
  return (
    <ul class="failures">
      {groups.map(({ error, count, urls }) => (
        <li>
          <h3 class="problem">
            <Message text={error} />
          </h3>
          <p class="muted small">{pluralize(count, 'page')}</p>
          <ul>
            {urls.map((url) => (
              <li>{url}</li>
            ))}
            {count > urls.length && (
              <li class="muted">and {formatNumber(count - urls.length)} more, which the API lists under /errors</li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  );
}
