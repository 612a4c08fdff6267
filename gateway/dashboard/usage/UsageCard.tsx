import type { Child } from 'hono/jsx';
import { StackedBars, seriesClass } from '../view/charts.tsx';
import { Card, Empty } from '../view/components.tsx';
import { formatNumber } from '../view/format.ts';
import { Icon } from '../view/Icon.tsx';
import type { UsageReport } from './report.ts';

interface UsageCardProps {
  id: string;
  title: string;
  /** What is counted: `credits`. */
  unit: string;
  lead: string;
  /** Where the numbers are as CSV. */
  csv: string;
  report: UsageReport;
  /** The title where there is nothing to show, and what to know about it. */
  emptyTitle: string;
  emptyHint: Child;
}

/** One kind of usage: by day as a chart and as a table, and what each key or operation has of it. */
export function UsageCard({ id, title, unit, lead, csv, report, emptyTitle, emptyHint }: UsageCardProps) {
  return (
    <Card
      title={title}
      id={id}
      lead={lead}
      actions={
        <a class="button small" href={csv} aria-label={`${title} as CSV`}>
          <Icon name="download" />
          CSV
        </a>
      }
    >
      {report.total === 0 ? (
        <Empty icon="chart" title={emptyTitle}>
          <p class="muted">{emptyHint}</p>
        </Empty>
      ) : (
        <>
          <StackedBars
            days={report.days}
            series={report.shares}
            unit={unit}
            label={`${title}; the table below has the same numbers`}
          />
          <Shares id={id} report={report} />
          <DayTable id={id} report={report} />
        </>
      )}
    </Card>
  );
}

/** Also the legend of the chart. */
function Shares({ id, report: { shares, total } }: { id: string; report: UsageReport }) {
  return (
    <ul class="bars" data-live={`${id}-shares`}>
      {shares.map(({ name, total: part }, index) => (
        <li>
          <span>{name}</span>
          <strong>{formatNumber(part)}</strong>
          <progress
            class={seriesClass(index)}
            max={String(total)}
            value={String(part)}
            aria-label={`Share of ${name}`}
          />
        </li>
      ))}
    </ul>
  );
}

/** The numbers of the chart, for people who cannot see it. */
function DayTable({ id, report: { days, shares } }: { id: string; report: UsageReport }) {
  const used = days.filter((_, index) => shares.some(({ byDay }) => (byDay[index] ?? 0) > 0));
  return (
    <details class="figures" data-live={`${id}-figures`}>
      <summary>As a table</summary>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {shares.map(({ name }) => (
                <th scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {used.map((day) => (
              <tr>
                <th scope="row">{day}</th>
                {shares.map(({ name, byDay }) => (
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
