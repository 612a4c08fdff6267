import { setMaxListeners } from 'node:events';
import { Failure } from '../../contracts/failures.ts';
import { brandingFormatPrice, modelSummaryPrice, pagePrice, structuredDataPrice } from '../../contracts/prices.ts';
import type { FormatName } from '../../contracts/requests/formats.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { BrandLook } from '../branding/brandLook.ts';
import type { Extractor } from '../extract/extractor.ts';
import { hasNoText } from '../pages/emptyPage.ts';
import type { PageToRead, ReadPage } from '../pages/readPage.ts';
import { joinWarnings } from '../pages/warnings.ts';
import type { BrandOf } from './brand.ts';
import type { DerivedFormat, FormatSource } from './derivedFormat.ts';
import { extractFrom } from './extractFrom.ts';
import type { Summarize } from './summarize.ts';
import type { TrackChanges } from './trackChanges.ts';

/** What a format is made from. These are read along, and left out of the item if nobody asked for them. */
const sources: Partial<Record<FormatName, readonly FormatName[]>> = {
  json: ['markdown', 'rawHtml'],
  summary: ['markdown'],
  changeTracking: ['markdown'],
};

/** A format gets what is left of the page's timeout, and at least this. The activity's own timeout leaves room for it. */
const minTimeoutMs = 20_000;

type Derive = (source: FormatSource, look: BrandLook | undefined) => Promise<DerivedFormat>;

interface Deps {
  extract: Extractor;
  summarize: Summarize;
  trackChanges: TrackChanges;
  brandOf: BrandOf;
  openBrandLook(): BrandLook;
}

/** Makes the formats that are derived from a page once it is read. One that fails is named in `warning`, with the reason. */
export function withDerivedFormats(read: ReadPage, deps: Deps): ReadPage {
  const { extract, summarize, trackChanges, brandOf, openBrandLook } = deps;
  const derivations: Partial<Record<FormatName, Derive>> = {
    async json(source) {
      const { data, warning } = await extractFrom(source, source.options.formatOptions?.json ?? {}, extract);
      return { fields: { json: data, ...(warning && { warning }) }, credits: structuredDataPrice };
    },
    async summary({ item, signal }) {
      const { summary, warning, isByModel } = await summarize(item, signal);
      return { fields: { summary, ...(warning && { warning }) }, credits: isByModel ? modelSummaryPrice : 0 };
    },
    changeTracking: trackChanges,
    async branding({ item, signal }, look) {
      const { statusCode = 200 } = item.metadata;
      if (!look || statusCode >= 400) throw new Failure('PageRefused', `The site answered ${statusCode}.`);
      return { fields: await brandOf(look.evidence(), signal), credits: brandingFormatPrice };
    },
  };

  return async (page) => {
    const asked = page.options.formats.filter((format) => derivations[format]);
    if (asked.length === 0) return read(page);
    const deadline = Date.now() + page.options.timeout;
    const look = asked.includes('branding') ? openBrandLook() : undefined;
    const outcome = await read({
      ...page,
      packing: undefined,
      options: withSources(page.options),
      ...(look && { look }),
    });
    if (!('item' in outcome)) return outcome;
    const signal = limitedSignal(page, deadline);
    const source = { page, item: outcome.item, options: page.options, signal };
    const derived = await Promise.all(
      asked.map((format) => derivations[format]?.(source, look).catch(failedFormat(format, page.signal))),
    );
    const item = itemWith(outcome.item, page.options, derived);
    const isFree = hasNoText({ ...item, ...outcome.item });
    const credits = derived.reduce((sum, each) => sum + (each?.credits ?? 0), isFree ? 0 : pagePrice);
    return { ...outcome, item, credits };
  };
}

function withSources(options: PageOptions): PageOptions {
  const isJsonMode = options.formatOptions?.changeTracking?.values !== undefined;
  const formats = options.formats.flatMap((format) => [format, ...(sources[format] ?? [])]);
  return { ...options, formats: [...new Set([...formats, ...(isJsonMode ? (sources.json ?? []) : [])])] };
}

function limitedSignal({ signal }: PageToRead, deadline: number): AbortSignal {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(Math.max(minTimeoutMs, deadline - Date.now()))]);
  setMaxListeners(0, limited);
  return limited;
}

/** The item with what was asked for, and nothing else of what was read along. */
function itemWith(
  { metadata, warning: _, ...item }: PageItem,
  { formats }: PageOptions,
  derived: readonly (DerivedFormat | undefined)[],
): PageItem {
  const { markdown, rawHtml, ...rest } = item;
  const fields = derived.map((each) => each?.fields ?? {});
  const warning = joinWarnings(_, ...fields.map((each) => each.warning));
  return {
    ...rest,
    ...(formats.includes('markdown') && markdown !== undefined && { markdown }),
    ...(formats.includes('rawHtml') && rawHtml !== undefined && { rawHtml }),
    ...Object.assign({}, ...fields),
    ...(warning && { warning }),
    metadata,
  };
}

function failedFormat(format: FormatName, signal: AbortSignal) {
  return (error: unknown): DerivedFormat => {
    signal.throwIfAborted();
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    if (!isTimeout && !(error instanceof Failure)) throw error;
    const reason = isTimeout ? 'It was not ready within the timeout of the page.' : error.message;
    return { fields: { warning: `${format}: ${reason}` }, credits: 0 };
  };
}
