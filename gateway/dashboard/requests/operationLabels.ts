import type { LoggedOperation } from '../../../storage/requests.ts';

export const operationLabels: Record<LoggedOperation, string> = {
  scrape: 'Scrape',
  extract: 'Extract',
  branding: 'Branding',
  map: 'Map',
  parse: 'Parse',
};
