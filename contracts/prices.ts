import { type BrandingField, isHeuristic } from './requests/branding.ts';
import type { PageOptions } from './requests/pageOptions.ts';

export const operations = ['scrape', 'batch', 'crawl', 'extract', 'branding', 'map'] as const;
export type Operation = (typeof operations)[number];

/** In credits; charged only for work that succeeded. */
export const pagePrice = 1;
export const mapPrice = 1;
export const extractPrice = 5;
/** What the format `json`, or the json mode of `changeTracking`, adds to the price of a page, so that it is that of an extraction, … */
export const structuredDataPrice = extractPrice - pagePrice;
/** … and `summary`, where the language model has written it. */
export const modelSummaryPrice = 1;
export const heuristicBrandingPrice = 2;
export const fullBrandingPrice = 5;
/** What the format `branding` adds, so that such a page costs what the branding alone does. */
export const brandingFormatPrice = fullBrandingPrice - pagePrice;

export function brandingPrice(fields: readonly BrandingField[]): number {
  return isHeuristic(fields) ? heuristicBrandingPrice : fullBrandingPrice;
}

/** The most that a page in these formats can cost: what is set aside for it before it is read. */
export function maxPagePrice({ formats, formatOptions }: Pick<PageOptions, 'formats' | 'formatOptions'>): number {
  return (
    pagePrice +
    (formats.includes('json') ? structuredDataPrice : 0) +
    (formats.includes('summary') ? modelSummaryPrice : 0) +
    (formats.includes('branding') ? brandingFormatPrice : 0) +
    (formatOptions?.changeTracking?.values ? structuredDataPrice : 0)
  );
}
