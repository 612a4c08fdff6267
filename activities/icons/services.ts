import type { Theme } from '../../contracts/images/parameters.ts';
import { type Candidate, type Evaluation, rejectCandidate } from './candidate.ts';
import { fingerprintDistance } from './decode/fingerprint.ts';
import type { DecoderPool } from './decode/pool.ts';
import type { Inspection } from './decode/protocol.ts';
import { type DownloadLimits, downloadPicture } from './download.ts';
import { evaluateBytes } from './evaluate.ts';
import type { Fetch } from './fetch.ts';

/** A third-party service that has the icons of many sites. */
export interface FaviconService {
  name: string;
  /** Its URL with `{domain}` in place of the domain, e.g. `https://icons.duckduckgo.com/ip3/{domain}.ico`. */
  template: string;
}

/** `.invalid` is reserved, so a service answers with its placeholder for this domain. */
const unknownDomain = 'no-such-site.invalid';
/** Services change their placeholder now and then. */
const placeholderTtlMs = 24 * 60 * 60 * 1000;
/** Copies of the same picture that are scaled or compressed differently differ in at most this many of 64 bits. */
const maxFingerprintDistance = 6;
/** The commonest placeholder is a globe of 16 pixels, and a real icon of that size is hardly worth showing. */
const maxPlaceholderSide = 16;

export type SearchServices = (domain: string, theme: Theme, signal: AbortSignal) => Promise<Evaluation[]>;

/** Queries the services one after the other until one has an icon: the last evaluation, if that has a score. */
export function createServiceSearch(
  fetch: Fetch,
  decoder: DecoderPool,
  services: readonly FaviconService[],
  limits: DownloadLimits,
): SearchServices {
  const placeholders = new Map<string, { inspection: Promise<Inspection | undefined>; expiresAt: number }>();

  function placeholderOf(service: FaviconService, theme: Theme, signal: AbortSignal): Promise<Inspection | undefined> {
    const cached = placeholders.get(service.template);
    if (cached !== undefined && cached.expiresAt > Date.now()) return cached.inspection;
    const inspection = inspectPlaceholder(fetch, decoder, service, theme, limits, signal);
    placeholders.set(service.template, { inspection, expiresAt: Date.now() + placeholderTtlMs });
    return inspection;
  }

  async function query(service: FaviconService, domain: string, theme: Theme, signal: AbortSignal) {
    const candidate: Candidate = { url: urlAt(service, domain), source: 'service' };
    const downloaded = await downloadPicture(fetch, candidate.url, limits, signal);
    if ('problem' in downloaded) return rejectCandidate(candidate, downloaded.problem);
    const evaluation = await evaluateBytes(decoder, candidate, downloaded.body, theme, signal);
    const inspection = evaluation.picture?.inspection;
    return inspection && (await isPlaceholder(inspection, () => placeholderOf(service, theme, signal)))
      ? rejectCandidate(candidate, "the service's placeholder for sites it does not know")
      : evaluation;
  }

  return async (domain, theme, signal) => {
    const evaluations: Evaluation[] = [];
    for (const service of services) {
      if (signal.aborted) break;
      const evaluation = await query(service, domain, theme, signal);
      evaluations.push(evaluation);
      if (evaluation.record.score !== undefined) break;
    }
    return evaluations;
  };
}

/**
 * Placeholders are tiny or gray, so only such pictures are compared with the service's placeholder. If that is not
 * available, every tiny picture counts as a placeholder.
 */
async function isPlaceholder(
  inspection: Inspection,
  placeholder: () => Promise<Inspection | undefined>,
): Promise<boolean> {
  const { isVector, isGray, width, height, fingerprint } = inspection;
  const isTiny = !isVector && Math.max(width, height) <= maxPlaceholderSide;
  if (!isTiny && !isGray) return false;
  const known = await placeholder();
  if (known === undefined) return isTiny;
  return known.isGray === isGray && fingerprintDistance(known.fingerprint, fingerprint) <= maxFingerprintDistance;
}

/** Some services send the placeholder with an error status, so the status is ignored. */
async function inspectPlaceholder(
  fetch: Fetch,
  decoder: DecoderPool,
  service: FaviconService,
  theme: Theme,
  limits: DownloadLimits,
  signal: AbortSignal,
): Promise<Inspection | undefined> {
  const anyStatus: Fetch = async (request) => ({ ...(await fetch(request)), status: 200 });
  const downloaded = await downloadPicture(anyStatus, urlAt(service, unknownDomain), limits, signal);
  if ('problem' in downloaded) return undefined;
  const inspection = await decoder.inspect({ body: downloaded.body, theme });
  return 'problem' in inspection ? undefined : inspection;
}

function urlAt({ template }: FaviconService, domain: string): string {
  return template.replaceAll('{domain}', encodeURIComponent(domain));
}
