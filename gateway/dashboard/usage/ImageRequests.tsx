import { Card, Empty } from '../view/components.tsx';
import { formatNumber, monthName } from '../view/format.ts';
import { Icon } from '../view/Icon.tsx';
import type { UsageReport } from './report.ts';

export function ImageRequestsByDay({ month, report }: { month: string; report: UsageReport }) {
  return (
    <Card
      title="Image requests by day"
      id="by-day"
      actions={
        <a class="button small" href={`/usage.csv?month=${month}`}>
          <Icon name="download" />
          CSV
        </a>
      }
    >
      {report.total === 0 ? (
        <Empty icon="chart" title={`No image requests in ${monthName(month)}`}>
          <p class="muted">Every request that passes the checks of key and origin is counted, cached or not.</p>
        </Empty>
      ) : (
        <>
          <div class="chart">
            <canvas
              id="chart"
              role="img"
              aria-label="Image requests by day and key; the table below has the same numbers"
            />
          </div>
          <RequestTable report={report} />
        </>
      )}
    </Card>
  );
}

/** The numbers of the chart as a table, for people who cannot see it. client/usage.js draws the chart from `data-chart`. */
function RequestTable({ report: { days, keys } }: { report: UsageReport }) {
  const daysWithRequests = days.filter((_, index) => keys.some(({ byDay }) => (byDay[index] ?? 0) > 0));
  return (
    <details class="figures" data-live="figures" data-chart={JSON.stringify({ days, keys })}>
      <summary>As a table</summary>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {keys.map(({ name }) => (
                <th scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {daysWithRequests.map((day) => (
              <tr>
                <th scope="row">{day}</th>
                {keys.map(({ name, byDay }) => (
                  <td class="number" data-label={name}>
                    {formatNumber(byDay[days.indexOf(day)] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Must match the number of colors in client/usage.js. */
const chartColors = 6;

export function ImageRequestsByKey({ report: { keys, total } }: { report: UsageReport }) {
  return keys.length === 0 ? (
    <p class="muted">No requests yet.</p>
  ) : (
    <ul class="bars" data-live="keys">
      {keys.map(({ name, total: requests }, index) => (
        <li>
          <span>{name}</span>
          <strong>{formatNumber(requests)}</strong>
          <progress
            class={`series-${(index % chartColors) + 1}`}
            max={String(total)}
            value={String(requests)}
            aria-label={`Share of ${name}`}
          />
        </li>
      ))}
    </ul>
  );
}
