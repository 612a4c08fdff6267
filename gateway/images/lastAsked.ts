import type { ImageParameters } from '../../contracts/images/parameters.ts';
import type { Logger } from '../../runtime/log.ts';
import { sourceId } from '../../storage/sources.ts';
import type { Storage } from '../../storage/storage.ts';
import { createDailyNotes } from './dailyNotes.ts';

export interface LastAsked {
  /** Notes that an account asked for a picture. */
  note(domain: string, parameters: Pick<ImageParameters, 'kind' | 'theme'>, account: string): void;
  /** Writes what is noted. */
  close(): Promise<void>;
}

interface Deps {
  sources: Pick<Storage['sources'], 'asked'>;
  askedDomains: Pick<Storage['askedDomains'], 'record'>;
}

/**
 * Records which sources are asked for, so that the others can be forgotten, and which domains an account asks for, so
 * that it finds them again by name.
 */
export function createLastAsked({ sources, askedDomains }: Deps, log: Logger): LastAsked {
  const ofSources = createDailyNotes((ids, at) => sources.asked(ids, at), log);
  const ofAccounts = createDailyNotes((ids, at) => askedDomains.record(ids, at), log);
  return {
    note(domain, { kind, theme }, account) {
      ofSources.note(sourceId({ kind, domain, theme }));
      ofAccounts.note(`${account}:${domain}`);
    },
    async close() {
      await Promise.all([ofSources.close(), ofAccounts.close()]);
    },
  };
}
