import { domainToUnicode } from 'node:url';
import type { Brand } from '../../contracts/work/images.ts';
import type { Storage } from '../../storage/storage.ts';

export interface FoundName {
  domain: string;
  /** The brand, or the domain itself if no curated mark names it. */
  name: string;
}

interface Deps {
  storage: Pick<Storage, 'askedDomains'>;
  /** Looks among the names of the curated marks. An empty text means those of the showcase. */
  findBrands(text: string, limit: number): Promise<readonly Brand[]>;
}

export interface NameSearch {
  /** The brands with a curated mark, then the domains that the account asked for before. */
  find(text: string, account: string): Promise<FoundName[]>;
  /** Brands with a curated mark, for somebody who has not typed a name yet. */
  bestKnown(limit: number): Promise<FoundName[]>;
}

const maxResults = 20;

/** Finds domains by name. */
export function createNameSearch({ storage, findBrands }: Deps): NameSearch {
  return {
    async find(text, account) {
      const wanted = text.trim().toLowerCase();
      if (wanted === '') return [];
      const [brands, asked] = await Promise.all([
        findBrands(wanted, maxResults),
        storage.askedDomains.find(account, wanted, maxResults),
      ]);
      const known = new Set(brands.flatMap(({ domains }) => domains));
      const own = asked.filter((domain) => !known.has(domain));
      return [
        ...brands.map(nameOf),
        ...own.map((domain) => ({ domain, name: domainToUnicode(domain) || domain })),
      ].slice(0, maxResults);
    },
    bestKnown: async (limit) => (await findBrands('', limit)).map(nameOf),
  };
}

function nameOf({ name, domains: [domain = ''] }: Brand): FoundName {
  return { domain, name };
}
