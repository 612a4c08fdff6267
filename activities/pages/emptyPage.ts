import { pagePrice } from '../../contracts/prices.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { ItemToSettle } from '../../storage/packedContent.ts';

export const emptyPageWarning = 'The page has nothing to read: its content may be behind a login, or only in pictures.';

/** What a page costs. */
export function priceOf({ item, credits }: { item: ItemToSettle; credits?: number }): number {
  return credits ?? ((item.packed?.hasNoText ?? hasNoText(item)) ? 0 : pagePrice);
}

type Contents = Pick<PageItem, 'markdown' | 'html' | 'screenshot' | 'branding'>;

/** Whether a page was asked for its text and has none. Such a page costs nothing. */
export function hasNoText({ markdown, html, screenshot, branding }: Contents): boolean {
  if (screenshot !== undefined || branding !== undefined || (markdown === undefined && html === undefined))
    return false;
  return !/\S/.test(markdown ?? '') && !/\S/.test((html ?? '').replace(/<(?!img\b)[^>]*>/g, ''));
}
