import { type Operation, operations } from '../../../contracts/prices.ts';
import { Card, Empty, Meter, PageHead, Stat } from '../view/components.tsx';
import { formatDay, formatLimit, formatNumber, monthName } from '../view/format.ts';
import { Icon } from '../view/Icon.tsx';
import type { Months } from './month.ts';
import type { UsageReport } from './report.ts';

interface UsagePageProps {
  months: Months;
  report: UsageReport;
  imageAllowance: number | null;
  credits: {
    used: number;
    reserved: number;
    byOperation: Partial<Record<Operation, number>>;
    allowance: number | null;
  };
  resets: Date;
}

const operationNames: Record<Operation, string> = {
  scrape: 'Single pages',
  batch: 'Batches',
  extract: 'Extraction',
  branding: 'Branding',
};

export function UsagePage({ months, report, imageAllowance, credits, resets }: UsagePageProps) {
  return (
    <>
      <PageHead title="Usage" lead="Counted by days and months of UTC.">
        <MonthSwitch months={months} />
      </PageHead>
      <div class="stats two" data-live="stats">
        <Stat label="Image requests" value={formatNumber(report.total)}>
          <Meter label="Image requests of the allowance" value={report.total} max={imageAllowance} />
          <p class="muted">
            of {formatLimit(imageAllowance)} in {monthName(months.shown)}
          </p>
        </Stat>
        <Stat label="Credits" value={formatNumber(credits.used)}>
          <Meter label="Credits of the allowance" value={credits.used + credits.reserved} max={credits.allowance} />
          <p class="muted">
            of {formatLimit(credits.allowance)}
            {credits.reserved > 0 && ` · ${formatNumber(credits.reserved)} set aside for running work`}
            {months.current && ` · resets ${formatDay(resets)}`}
          </p>
        </Stat>
      </div>
      <Card
        title="Image requests by day"
        id="by-day"
        actions={
          <a class="button small" href={`/usage.csv?month=${months.shown}`}>
            <Icon name="download" />
            CSV
          </a>
        }
      >
        {report.total === 0 ? (
          <Empty icon="chart" title={`No image requests in ${monthName(months.shown)}`}>
            <p class="muted">Each request that passes the key and origin checks is counted, cached or not.</p>
          </Empty>
        ) : (
          <>
            <div class="chart">
              <canvas id="chart" role="img" aria-label="Image requests by day and key; the table below says the same" />
            </div>
            <Figures report={report} />
          </>
        )}
      </Card>
      <div class="pair">
        <Card title="By key" id="by-key">
          <ByKey report={report} />
        </Card>
        <Card title="Credits by operation" id="by-operation" lead="Only what worked is charged.">
          <ul class="bars" data-live="operations">
            {operations.map((operation) => (
              <li>
                <span>{operationNames[operation]}</span>
                <strong>{formatNumber(credits.byOperation[operation] ?? 0)}</strong>
                <progress
                  max={String(Math.max(1, credits.used))}
                  value={String(credits.byOperation[operation] ?? 0)}
                  aria-label={`Share of ${operationNames[operation]}`}
                />
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}

function MonthSwitch({ months: { shown, earlier, later, options: choice } }: { months: Months }) {
  return (
    <form class="months" method="get" action="/usage">
      <a class="button" href={`/usage?month=${earlier}`} aria-label={`Earlier: ${monthName(earlier)}`}>
        ‹
      </a>
      <label class="hidden" for="month">
        Month
      </label>
      <select id="month" name="month" data-submit>
        {choice.map((month) => (
          <option value={month} selected={month === shown}>
            {monthName(month)}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" class="button">
          Show
        </button>
      </noscript>
      {later ? (
        <a class="button" href={`/usage?month=${later}`} aria-label={`Later: ${monthName(later)}`}>
          ›
        </a>
      ) : (
        <span class="button" aria-disabled="true">
          ›
        </span>
      )}
    </form>
  );
}

/** The chart's numbers, for those who cannot see it; the script draws from the same. */
function Figures({ report: { days, keys } }: { report: UsageReport }) {
  const busy = days.filter((_, at) => keys.some(({ byDay }) => (byDay[at] ?? 0) > 0));
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
            {busy.map((date) => (
              <tr>
                <th scope="row">{date}</th>
                {keys.map(({ name, byDay }) => (
                  <td class="number" data-label={name}>
                    {formatNumber(byDay[days.indexOf(date)] ?? 0)}
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

/** As many as client/usage.js draws with. */
const chartColors = 6;

function ByKey({ report: { keys, total } }: { report: UsageReport }) {
  return keys.length === 0 ? (
    <p class="muted">None yet.</p>
  ) : (
    <ul class="bars" data-live="keys">
      {keys.map(({ name, total: requests }, at) => (
        <li>
          <span>{name}</span>
          <strong>{formatNumber(requests)}</strong>
          <progress
            class={`series-${(at % chartColors) + 1}`}
            max={String(total)}
            value={String(requests)}
            aria-label={`Share of ${name}`}
          />
        </li>
      ))}
    </ul>
  );
}
