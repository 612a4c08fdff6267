import { Meter, PageHead, Stat } from '../view/components.tsx';
import { formatDay, formatNumber, monthName, outOfLimit } from '../view/format.ts';
import { MonthSwitch } from './MonthSwitch.tsx';
import type { Months } from './month.ts';
import type { UsageReport } from './report.ts';
import { UsageCard } from './UsageCard.tsx';

interface UsagePageProps {
  months: Months;
  images: UsageReport;
  imageAllowance: number | null;
  credits: UsageReport;
  balance: { used: number; reserved: number; allowance: number | null };
  resetsAt: Date;
}

export function UsagePage(props: UsagePageProps) {
  const {
    months: { shown },
    images,
    credits,
  } = props;
  return (
    <>
      <PageHead title="Usage" lead="Days and months are in UTC.">
        <MonthSwitch months={props.months} />
      </PageHead>
      <Totals {...props} />
      <div class="pair">
        <UsageCard
          id="credits"
          title="Credits by day"
          unit="credits"
          lead="By operation. Only successful work is charged."
          csv={`/usage/credits.csv?month=${shown}`}
          report={credits}
          emptyTitle={`No credits in ${monthName(shown)}`}
          emptyHint="Pages, data, brands and maps cost credits if they succeed."
        />
        <UsageCard
          id="images"
          title="Image requests by day"
          unit="image requests"
          lead="By key."
          csv={`/usage.csv?month=${shown}`}
          report={images}
          emptyTitle={`No image requests in ${monthName(shown)}`}
          emptyHint="Every request that passes the checks of key and origin is counted, cached or not."
        />
      </div>
    </>
  );
}

function Totals({ months, images, imageAllowance, balance, resetsAt }: UsagePageProps) {
  const { used, reserved, allowance } = balance;
  return (
    <div class="stats two" data-live="stats">
      <Stat label="Credits" value={formatNumber(used)}>
        <Meter label="Credits, as a share of the allowance" value={used + reserved} max={allowance} />
        <p class="muted">
          {outOfLimit(allowance)}
          {reserved > 0 && ` · ${formatNumber(reserved)} reserved for running work`}
          {months.isCurrent && ` · resets ${formatDay(resetsAt)}`}
        </p>
      </Stat>
      <Stat label="Image requests" value={formatNumber(images.total)}>
        <Meter label="Image requests, as a share of the allowance" value={images.total} max={imageAllowance} />
        <p class="muted">
          {outOfLimit(imageAllowance)} in {monthName(months.shown)}
        </p>
      </Stat>
    </div>
  );
}
