import { Failure } from '../../../contracts/failures.ts';
import { isRecord } from '../../../contracts/json/isRecord.ts';
import type { Translation } from '../../http/context.ts';
import { type Body, optionsOf, refuse, without } from './body.ts';
import { translateMonitor, translateMonitorUpdate } from './monitors/translate.ts';
import { translatePageOptions } from './pageOptions.ts';

/** The requests of /v2 that have a body, in the words of /v1. What neither knows is left for the validation to name. */
const translations: Readonly<Record<Translation, (body: Body) => Body>> = {
  scrape: (body: Body) => translatePageOptions(body),
  batch: translateBatch,
  crawl: translateCrawl,
  map: (body: Body) => without(body, ['integration', 'auditMetadata', 'location', 'ignoreCache', 'useMock']),
  extract: translateExtract,
  parse: translateParse,
  monitor: translateMonitor,
  search: translateSearch,
  monitorUpdate: translateMonitorUpdate,
};

export function translate(name: Translation, body: unknown): unknown {
  // The validation says what is wrong with it.
  return isRecord(body) ? translations[name](body) : body;
}

function translateBatch(body: Body): Body {
  refuse(body, {
    appendToId: 'pages cannot be added to a batch; start another one.',
    zeroDataRetention: 'results are kept for a day, so that they can be read.',
  });
  const { zeroDataRetention: _, ...rest } = body;
  return { ignoreInvalidURLs: true, ...translatePageOptions(rest) };
}

function translateCrawl(body: Body): Body {
  refuse(body, { robotsUserAgent: 'robots.txt is read under our own name.' });
  const { scrapeOptions, url, ...crawl } = without(body, ['integration', 'auditMetadata']);
  return {
    ...crawl,
    url: withScheme(url),
    scrapeOptions: translatePageOptions(optionsOf('scrapeOptions', scrapeOptions)),
  };
}

/** Sites are named without a scheme too. */
function withScheme(url: unknown): unknown {
  return typeof url === 'string' && /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(url) ? `https://${url}` : url;
}

function translateParse(body: Body): Body {
  const notFetched = 'a file is uploaded, and nothing is fetched.';
  refuse(body, { headers: notFetched, waitFor: notFetched, mobile: notFetched, actions: notFetched });
  const ofPages = ['headers', 'waitFor', 'mobile', 'maxAge', 'actions', 'proxy', 'location'];
  return translatePageOptions(without(body, ofPages));
}

const timeRanges: Readonly<Record<string, string>> = {
  'qdr:d': 'day',
  'qdr:w': 'week',
  'qdr:m': 'month',
  'qdr:y': 'year',
};

/** Which region and language results are of is the search engine's own setting. */
function translateSearch(body: Body): Body {
  refuse(body, {
    categories: 'results are not sorted into categories; `sources` are web, news and images.',
    enterprise: 'it is not supported.',
    threatProtection: 'it is not supported.',
  });
  const { sources, tbs, includeDomains, excludeDomains, scrapeOptions, query, ...rest } = without(body, [
    ...['integration', 'auditMetadata', 'location', 'country', 'highlights', 'ignoreInvalidURLs', 'toolDetail'],
    ...['domainTools', 'categories', 'enterprise', 'threatProtection'],
  ]);
  const hasPages = scrapeOptions !== undefined && scrapeOptions !== null;
  const timeRange = typeof tbs === 'string' ? timeRanges[tbs] : undefined;
  if (tbs !== undefined && tbs !== null && timeRange === undefined)
    throw new Failure('InvalidRequest', '`tbs` must be qdr:d, qdr:w, qdr:m or qdr:y.');
  const sites = [
    ...domainsOf('includeDomains', includeDomains).map((domain, at) => `${at > 0 ? 'OR ' : ''}site:${domain}`),
    ...domainsOf('excludeDomains', excludeDomains).map((domain) => `-site:${domain}`),
  ];
  return {
    ...rest,
    query: typeof query === 'string' ? [query, ...sites].join(' ') : query,
    ...(sources !== undefined && sources !== null && { sources: sourceNames(sources) }),
    ...(timeRange && { timeRange }),
    ...(hasPages && { scrapeOptions: translatePageOptions(optionsOf('scrapeOptions', scrapeOptions)) }),
  };
}

/** Clients name a source, or send an object with its `type`. */
function sourceNames(sources: unknown): unknown {
  return Array.isArray(sources) ? sources.map((each) => (isRecord(each) ? each['type'] : each)) : sources;
}

function domainsOf(field: string, domains: unknown): string[] {
  if (domains === undefined || domains === null) return [];
  if (!Array.isArray(domains)) throw new Failure('InvalidRequest', `\`${field}\` must be a list of domains.`);
  for (const [at, domain] of domains.entries()) requireText(`${field}[${at}]`, domain);
  return domains;
}

function requireText(field: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'string')
    throw new Failure('InvalidRequest', `\`${field}\` must be text.`);
}

/** An extraction from several pages is a batch of pages in the format `json`. */
function translateExtract(body: Body): Body {
  refuse(body, {
    enableWebSearch: 'pages are read, and none is searched for; name them in `urls`.',
    agent: 'there are no agents here.',
    allowExternalLinks: 'only the pages in `urls` are read.',
  });
  const { urls, schema, prompt, systemPrompt, scrapeOptions, ...rest } = without(body, [
    'integration',
    'auditMetadata',
    'enableWebSearch',
    'allowExternalLinks',
    'showSources',
    'agent',
  ]);
  if (schema === undefined && prompt === undefined)
    throw new Failure('InvalidRequest', 'Say what to extract: `schema`, `prompt` or both are required.');
  if (Array.isArray(urls)) for (const [at, url] of urls.entries()) refuseWildcard(url, at);
  requireText('systemPrompt', systemPrompt);
  const prompts = [systemPrompt || undefined, prompt].filter((each) => each !== undefined);
  const format = {
    type: 'json',
    ...(schema !== undefined && { schema }),
    ...(prompts.length > 0 && { prompt: prompts.length > 1 ? prompts.join('\n\n') : prompts[0] }),
  };
  const options = translatePageOptions(optionsOf('scrapeOptions', scrapeOptions));
  return { ignoreInvalidURLs: true, ...rest, ...options, urls, formats: [format] };
}

function refuseWildcard(url: unknown, at: number): void {
  if (typeof url === 'string' && url.endsWith('/*'))
    throw new Failure(
      'InvalidRequest',
      `\`urls[${at}]\`: the pages of a whole site are crawled, with \`scrapeOptions.formats: [{"type": "json", …}]\`.`,
    );
}
