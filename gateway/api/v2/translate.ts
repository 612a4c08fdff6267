import { Failure } from '../../../contracts/failures.ts';
import { isRecord } from '../../../contracts/json/isRecord.ts';
import type { Translation } from '../../http/context.ts';
import { type Body, refuse, without } from './body.ts';
import { translatePageOptions } from './pageOptions.ts';

/** The requests of /v2 that have a body, in the words of /v1. What neither knows is left for the validation to name. */
const translations: Readonly<Record<Translation, (body: Body) => Body>> = {
  scrape: (body: Body) => translatePageOptions(body),
  batch: translateBatch,
  crawl: translateCrawl,
  map: (body: Body) => without(body, ['integration', 'auditMetadata', 'location', 'ignoreCache', 'useMock']),
  extract: translateExtract,
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
  const { scrapeOptions, ...crawl } = without(body, ['integration', 'auditMetadata']);
  return { ...crawl, scrapeOptions: translatePageOptions(isRecord(scrapeOptions) ? scrapeOptions : {}) };
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
  const prompts = [systemPrompt, prompt].filter((each) => each !== undefined);
  const format = {
    type: 'json',
    ...(schema !== undefined && { schema }),
    ...(prompts.length > 0 && { prompt: prompts.length > 1 ? prompts.join('\n\n') : prompts[0] }),
  };
  const options = translatePageOptions(isRecord(scrapeOptions) ? scrapeOptions : {});
  return { ignoreInvalidURLs: true, ...rest, ...options, urls, formats: [format] };
}

function refuseWildcard(url: unknown, at: number): void {
  if (typeof url === 'string' && url.endsWith('/*'))
    throw new Failure(
      'InvalidRequest',
      `\`urls[${at}]\`: the pages of a whole site are crawled, with \`scrapeOptions.formats: [{"type": "json", …}]\`.`,
    );
}
