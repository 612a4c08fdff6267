import type { Theme } from '../../contracts/images/parameters.ts';
import type { Candidate, Judgement } from './candidate.ts';
import { fingerprintDistance } from './decode/pixels.ts';
import type { Decode } from './decode/pool.ts';
import type { Look } from './decode/protocol.ts';
import type { Fetch } from './fetch.ts';
import { download, type JudgeLimits, judgeBody, unusable } from './judge.ts';

/** A service that knows icons of other people's sites, by the address it is asked at. */
export interface FaviconService {
  name: string;
  /** With `{domain}` where the domain goes, e.g. `https://icons.duckduckgo.com/ip3/{domain}.ico`. */
  template: string;
}

/** Reserved for ever: whatever a service answers for it is what it answers when it knows nothing. */
const nobodysDomain = 'no-such-site.invalid';
/** Services change their placeholder now and then. */
const rememberedMs = 24 * 60 * 60 * 1000;
/** Of 64 bits; the same picture scaled or compressed again differs in fewer. */
const sameLook = 6;
/** A globe of 16 pixels is the commonest placeholder, and a real icon of that size is hardly worth showing. */
const placeholderSide = 16;

export type AskServices = (domain: string, theme: Theme, signal: AbortSignal) => Promise<Judgement[]>;

/** Asks the services one after the other until one has an icon. The last judgement is the one to use, if it has a score. */
export function createServices(
  fetch: Fetch,
  decode: Decode,
  services: readonly FaviconService[],
  limits: JudgeLimits,
): AskServices {
  const placeholders = new Map<string, { look: Promise<Look | undefined>; until: number }>();

  function placeholderOf(service: FaviconService, theme: Theme, signal: AbortSignal): Promise<Look | undefined> {
    const known = placeholders.get(service.template);
    if (known !== undefined && known.until > Date.now()) return known.look;
    const look = lookAtPlaceholder(fetch, decode, service, theme, limits, signal);
    placeholders.set(service.template, { look, until: Date.now() + rememberedMs });
    return look;
  }

  return async (domain, theme, signal) => {
    const judgements: Judgement[] = [];
    for (const service of services) {
      if (signal.aborted) break;
      const candidate: Candidate = { url: addressAt(service, domain), source: 'service' };
      const answer = await download(fetch, candidate.url, limits, signal);
      if ('problem' in answer) {
        judgements.push(unusable(candidate, answer.problem));
        continue;
      }
      const judgement = await judgeBody(decode, candidate, answer.body, theme);
      const look = judgement.picture?.look;
      if (look !== undefined && (await isPlaceholder(look, () => placeholderOf(service, theme, signal)))) {
        judgements.push(unusable(candidate, "the service's placeholder for sites it does not know"));
        continue;
      }
      judgements.push(judgement);
      if (judgement.record.score !== undefined) break;
    }
    return judgements;
  };
}

/**
 * Placeholders are tiny or grey, so only such pictures are compared with what the service answers for nobody's domain.
 * Where that cannot be had, a tiny picture counts as one.
 */
async function isPlaceholder(look: Look, placeholder: () => Promise<Look | undefined>): Promise<boolean> {
  const tiny = !look.vector && Math.max(look.width, look.height) <= placeholderSide;
  if (!tiny && !look.grey) return false;
  const known = await placeholder();
  if (known === undefined) return tiny;
  return known.grey === look.grey && fingerprintDistance(known.fingerprint, look.fingerprint) <= sameLook;
}

/** The placeholder may come with any status. */
async function lookAtPlaceholder(
  fetch: Fetch,
  decode: Decode,
  service: FaviconService,
  theme: Theme,
  limits: JudgeLimits,
  signal: AbortSignal,
): Promise<Look | undefined> {
  const anyStatus: Fetch = async (request) => ({ ...(await fetch(request)), status: 200 });
  const answer = await download(anyStatus, addressAt(service, nobodysDomain), limits, signal);
  if ('problem' in answer) return undefined;
  const look = await decode.look({ body: answer.body, theme });
  return 'problem' in look ? undefined : look;
}

function addressAt({ template }: FaviconService, domain: string): string {
  return template.replaceAll('{domain}', encodeURIComponent(domain));
}
