import { type Operation, operations } from '../../../contracts/prices.ts';
import { Card, Meter, PageHead, Stat } from '../view/components.tsx';
import { formatDay, formatLimit, formatNumber, monthName } from '../view/format.ts';
import { ImageRequestsByDay, ImageRequestsByKey } from './ImageRequests.tsx';
import { MonthSwitch } from './MonthSwitch.tsx';
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
  resetsAt: Date;
}

const operationNames: Record<Operation, string> = {
  scrape: 'Single pages',
  batch: 'Batches',
  crawl: 'Crawls',
  extract: 'Extraction',
  branding: 'Branding',
  map: 'Maps',
};

export function UsagePage(props: UsagePageProps) {
  const { months, report, credits } = props;
  return (
    <>
      <PageHead title="Usage" lead="Days and months are in UTC.">
        <MonthSwitch months={months} />
      </PageHead>
      <Totals {...props} />
      <ImageRequestsByDay month={months.shown} report={report} />
      <div class="pair">
        <Card title="By key" id="by-key">
          <ImageRequestsByKey report={report} />
        </Card>
        <CreditsByOperation credits={credits} />
      </div>
    </>
  );
}

function Totals({ months, report, imageAllowance, credits, resetsAt }: UsagePageProps) {
  return (
    <div class="stats two" data-live="stats">
      <Stat label="Image requests" value={formatNumber(report.total)}>
        <Meter label="Image requests, as a share of the allowance" value={report.total} max={imageAllowance} />
        <p class="muted">
          of {formatLimit(imageAllowance)} in {monthName(months.shown)}
        </p>
      </Stat>
      <Stat label="Credits" value={formatNumber(credits.used)}>
        <Meter
          label="Credits, as a share of the allowance"
          value={credits.used + credits.reserved}
          max={credits.allowance}
        />
        <p class="muted">
          of {formatLimit(credits.allowance)}
          {credits.reserved > 0 && ` · ${formatNumber(credits.reserved)} reserved for running work`}
          {months.isCurrent && ` · resets ${formatDay(resetsAt)}`}
        </p>
      </Stat>
    </div>
  );
}

function CreditsByOperation({ credits }: Pick<UsagePageProps, 'credits'>) {
  return (
    <Card title="Credits by operation" id="by-operation" lead="Only successful work is charged.">
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
  );
}
