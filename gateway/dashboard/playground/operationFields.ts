import { brandingFields } from '../../../contracts/requests/branding.ts';

export const operations = ['scrape', 'map', 'extract', 'branding', 'icon'] as const;
export type PlaygroundOperation = (typeof operations)[number];

/** The operations of the extraction API. */
export type ApiOperation = Exclude<PlaygroundOperation, 'icon'>;

export function isPlaygroundOperation(name: string): name is ApiOperation {
  return name !== 'icon' && operations.some((each) => each === name);
}

/** How the value of a field goes into a request: client/playground.js has the same kinds. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'json' | { list: readonly string[] };

export const scrapeFormats = ['markdown', 'html', 'links', 'images', 'summary', 'screenshot'] as const;

/** The fields that the forms have; whatever else a request has goes into the one for other options. */
export const operationFieldKinds: Readonly<Record<ApiOperation, Readonly<Record<string, FieldKind>>>> = {
  scrape: {
    url: 'text',
    formats: { list: scrapeFormats },
    onlyMainContent: 'boolean',
    mobile: 'boolean',
    engine: 'text',
    waitFor: 'number',
    actions: 'json',
  },
  map: { url: 'text', search: 'text', sitemap: 'text', includeSubdomains: 'boolean', ignoreQueryParameters: 'boolean' },
  extract: { url: 'text', prompt: 'text', schema: 'json', evidence: 'boolean', engine: 'text', waitFor: 'number' },
  branding: { url: 'text', fields: { list: brandingFields } },
};
