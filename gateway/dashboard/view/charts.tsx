import { formatNumber } from './format.ts';

/** Must match the classes `series-1` and so on in the style sheet. */
const colors = 6;

/** The class that has the color of a series. */
export function seriesClass(index: number): string {
  return `series-${(index % colors) + 1}`;
}

export interface Series {
  name: string;
  byDay: readonly number[];
}

interface StackedBarsProps {
  /** `2026-11-16` */
  days: readonly string[];
  series: readonly Series[];
  /** What is counted: `credits`. */
  unit: string;
  label: string;
}

const height = 100;
const step = 10;
const barWidth = 7;

/** Bars by day, a color for each series. An SVG that needs no script; the tooltip of a day has its numbers. */
export function StackedBars({ days, series, unit, label }: StackedBarsProps) {
  const totals = days.map((_, day) => series.reduce((sum, { byDay }) => sum + (byDay[day] ?? 0), 0));
  const max = roundedUp(Math.max(1, ...totals));
  const labeled = [0, Math.floor((days.length - 1) / 2), days.length - 1];
  return (
    <figure class="bar-chart" data-live={`chart-${unit}`}>
      <div class="chart-scale muted" aria-hidden="true">
        <span>{formatNumber(max)}</span>
        <span>{max > 1 ? formatNumber(max / 2) : ''}</span>
        <span>0</span>
      </div>
      <svg viewBox={`0 0 ${days.length * step} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path
          class="grid"
          d={`M0 0H${days.length * step}M0 ${height / 2}H${days.length * step}M0 ${height}H${days.length * step}`}
        />
        {days.map((day, at) => (
          <g class="day">
            <rect class="ground" x={at * step} width={step} height={height} />
            <Bar at={at} series={series} max={max} />
            <title>{tooltip(day, at, series, totals[at] ?? 0, unit)}</title>
          </g>
        ))}
      </svg>
      <div class="chart-days muted" aria-hidden="true">
        {labeled.map((at) => (
          <span>{Number(days[at]?.slice(8))}</span>
        ))}
      </div>
    </figure>
  );
}

function Bar({ at, series, max }: { at: number; series: readonly Series[]; max: number }) {
  let top = height;
  return (
    <>
      {series.map(({ byDay }, index) => {
        const size = (height * (byDay[at] ?? 0)) / max;
        top -= size;
        return size === 0 ? null : (
          <rect
            class={seriesClass(index)}
            x={at * step + (step - barWidth) / 2}
            y={top.toFixed(2)}
            width={barWidth}
            height={size.toFixed(2)}
          />
        );
      })}
    </>
  );
}

function tooltip(day: string, at: number, series: readonly Series[], total: number, unit: string): string {
  const parts = series.filter(({ byDay }) => (byDay[at] ?? 0) > 0);
  const list = parts.map(({ name, byDay }) => `${name} ${formatNumber(byDay[at] ?? 0)}`).join('\n');
  return `${day}: ${formatNumber(total)} ${unit}${parts.length > 0 ? `\n${list}` : ''}`;
}

/** The next 1, 2 or 5 with zeros: 34 → 50. */
export function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (([1, 2, 5, 10] as const).find((factor) => factor * power >= value) ?? 10) * power;
}

/** The run of a number over some weeks, small. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const max = Math.max(1, ...values);
  const points = values.map((value, at) => `${at * step},${(height - (value / max) * (height - 8) - 4).toFixed(1)}`);
  const end = (values.length - 1) * step;
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${Math.max(1, end)} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path class="area" d={`M0,${height} L${points.join(' L')} L${end},${height} Z`} />
      <path class="line" d={`M${points.join(' L')}`} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
