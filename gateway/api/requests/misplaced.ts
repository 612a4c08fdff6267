/** What callers send to the wrong operation, or know from other services: each with a sentence about where it belongs. */
import { isRecord } from '../../../contracts/json/isRecord.ts';
import type { Translation } from '../../http/context.ts';
import type { RequestKind } from './requests.ts';

type Hints = Readonly<Record<string, string>>;
/** On /v2 several pages are extracted from. */
type Operation = RequestKind | 'extractMany';

const dataFormat = '{"type": "json", "schema": …, "prompt": …}';
const hints = { v1: hintsOf('/v1'), v2: hintsOf('/v2') };

function hintsOf(version: '/v1' | '/v2'): Readonly<Record<Operation, Hints>> {
  const oneSite = { urls: 'one site is read, named in `url`.' };
  const ofCrawl = fields(
    ['limit', 'maxDepth', 'maxDiscoveryDepth', 'includePaths', 'excludePaths'],
    `a whole site is read by POST ${version}/crawl.`,
  );
  const ofData = fields(
    ['schema', 'prompt', 'jsonOptions', 'extract'],
    `data is asked for with \`formats: [${dataFormat}]\`.`,
  );
  const beside = (field: string) =>
    fields(['scrapeOptions', 'pageOptions'], `the options of a page stand beside \`${field}\`.`);
  const noFormats = { formats: `the answer is data; POST ${version}/scrape returns pages in other formats.` };
  return {
    scrape: {
      ...ofCrawl,
      ...ofData,
      ...beside('url'),
      urls: `one page is read, named in \`url\`; POST ${version}/batch/scrape reads several.`,
      webhook: `a single page is answered at once; POST ${version}/batch/scrape and ${version}/crawl take webhooks.`,
    },
    parse: { ...ofData, ...fields(['url', 'urls'], `pages on the web are read by POST ${version}/scrape.`) },
    search: { formats: 'how the pages that are found are read is said in `scrapeOptions`.' },
    batchScrape: {
      ...ofCrawl,
      ...ofData,
      ...beside('urls'),
      url: `the pages are a list, \`urls\`; POST ${version}/scrape reads one.`,
    },
    extract: {
      ...beside('url'),
      ...noFormats,
      urls: `one page is read, named in \`url\`; POST ${version}/batch/scrape reads several, with \`formats: [${dataFormat}]\`.`,
      systemPrompt: 'all that is to be said about the data is in `prompt`.',
    },
    extractMany: { ...noFormats, url: 'the pages are a list, `urls`.' },
    crawl: {
      ...fields(
        ['schema', 'jsonOptions', 'extract'],
        `data is asked for with \`scrapeOptions.formats: [${dataFormat}]\`.`,
      ),
      urls: `a crawl starts at one \`url\`; POST ${version}/batch/scrape reads a list of pages.`,
      depth: 'did you mean `maxDiscoveryDepth`, in links from the start?',
      maxPages: 'did you mean `limit`, in pages?',
      crawlerOptions: 'the options of a crawl stand beside `url`.',
      pageOptions: 'did you mean `scrapeOptions`?',
    },
    map: {
      ...oneSite,
      ...fields(['formats', 'scrapeOptions'], `a map lists addresses; POST ${version}/crawl reads the pages.`),
      ...fields(
        ['depth', 'maxDepth', 'maxDiscoveryDepth', 'includePaths', 'excludePaths'],
        `a map has no such limit; POST ${version}/crawl follows links within one.`,
      ),
    },
    branding: { ...oneSite, formats: 'did you mean `fields`?' },
    // On /v2 these are the words for it.
    monitor:
      version === '/v2'
        ? {}
        : fields(
            ['interval', 'schedule', 'cron', 'frequency'],
            'how often is said in `every`, such as "1h" or "0 9 * * 1-5".',
          ),
    monitorUpdate: {
      url: 'the pages are a list, `urls`.',
      crawl: 'the site of a monitor cannot be changed; make another monitor.',
    },
  };
}

function fields(names: readonly string[], hint: string): Hints {
  return Object.fromEntries(names.map((name) => [name, hint]));
}

/** Names of formats that other services have. */
const formatHints: Hints = {
  extract: `data is asked for with ${dataFormat}.`,
  text: 'the text of a page is `markdown`.',
};
/** On /v2 it is a format. */
const formatHintsOfV1: Hints = {
  ...formatHints,
  'screenshot@fullPage': 'a screenshot of the whole page is {"type": "screenshot", "fullPage": true}.',
};

/** A sentence about the first field or format of a body that belongs elsewhere. */
export function misplacedProblem(
  kind: RequestKind,
  body: unknown,
  translation: Translation | undefined,
): string | undefined {
  if (!isRecord(body)) return undefined;
  const operation = translation === 'extract' ? 'extractMany' : kind;
  const known = hints[translation ? 'v2' : 'v1'][operation];
  const field = Object.keys(known).find((name) => Object.hasOwn(body, name));
  if (field !== undefined) return `Unknown field \`${field}\`: ${known[field]}`;
  const { formats, scrapeOptions } = body;
  const knownFormats = translation ? formatHints : formatHintsOfV1;
  return (
    formatProblem(formats, 'formats', knownFormats) ??
    (isRecord(scrapeOptions)
      ? formatProblem(scrapeOptions['formats'], 'scrapeOptions.formats', knownFormats)
      : undefined)
  );
}

function formatProblem(formats: unknown, field: string, known: Hints): string | undefined {
  if (!Array.isArray(formats)) return undefined;
  const names = formats.map((format) => String(isRecord(format) ? format['type'] : format));
  const at = names.findIndex((name) => Object.hasOwn(known, name));
  return at === -1 ? undefined : `\`${field}[${at}]\`: ${known[names[at] ?? '']}`;
}
