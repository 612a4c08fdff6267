import type { Context } from '../../http/context.ts';

interface PagerProps {
  base: string;
  /** What the address has besides where the list begins. */
  query?: Readonly<Record<string, string>>;
  offset: number;
  pageSize: number;
  hasMore: boolean;
}

/** Links to the previous and the next page of a list. */
export function Pager({ base, query = {}, offset, pageSize, hasMore }: PagerProps) {
  const from = (start: number) => `${base}?${new URLSearchParams({ ...query, offset: String(start) })}`;
  return offset === 0 && !hasMore ? null : (
    <nav class="pager" aria-label="Pages of this list">
      {offset > 0 && (
        <a class="button small" href={from(Math.max(0, offset - pageSize))}>
          ‹ Previous
        </a>
      )}
      {hasMore && (
        <a class="button small" href={from(offset + pageSize)}>
          Next ›
        </a>
      )}
    </nav>
  );
}

/** Where the list of a page begins, as its address says. */
export function offsetOf(ctx: Pick<Context, 'query'>): number {
  return Math.max(0, Math.floor(Number(ctx.query['offset'])) || 0);
}
