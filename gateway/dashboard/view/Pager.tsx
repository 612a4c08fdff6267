import type { Context } from '../../http/context.ts';

interface PagerProps {
  base: string;
  offset: number;
  pageSize: number;
  hasMore: boolean;
}

/** Links to the previous and the next page of a list. */
export function Pager({ base, offset, pageSize, hasMore }: PagerProps) {
  return offset === 0 && !hasMore ? null : (
    <nav class="pager" aria-label="Pages of this list">
      {offset > 0 && (
        <a class="button small" href={`${base}?offset=${Math.max(0, offset - pageSize)}`}>
          ‹ Previous
        </a>
      )}
      {hasMore && (
        <a class="button small" href={`${base}?offset=${offset + pageSize}`}>
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
