import { type BrandingField, isHeuristic } from './requests/branding.ts';

export const operations = ['scrape', 'batch', 'crawl', 'extract', 'branding', 'map'] as const;
export type Operation = (typeof operations)[number];

/** In credits; charged only for work that succeeded. */
export const pagePrice = 1;
export const mapPrice = 1;
export const extractPrice = 5;
export const heuristicBrandingPrice = 2;
export const fullBrandingPrice = 5;

export function brandingPrice(fields: readonly BrandingField[]): number {
  return isHeuristic(fields) ? heuristicBrandingPrice : fullBrandingPrice;
}
