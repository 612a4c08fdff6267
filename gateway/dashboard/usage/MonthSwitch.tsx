import { monthName } from '../view/format.ts';
import type { Months } from './month.ts';

export function MonthSwitch({ months: { shown, earlier, later, options } }: { months: Months }) {
  return (
    <form class="months" method="get" action="/usage">
      <a class="button" href={`/usage?month=${earlier}`} aria-label={`Earlier: ${monthName(earlier)}`}>
        ‹
      </a>
      <label class="hidden" for="month">
        Month
      </label>
      <select id="month" name="month" data-submit>
        {options.map((month) => (
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
