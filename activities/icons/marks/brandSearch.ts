import type { Brand } from '../../../contracts/work/images.ts';
import { knownBrands } from './knownBrands.ts';
import type { MarkEntry } from './map.ts';
import { plainName } from './packageDomains.ts';
import { showcase } from './showcase.ts';

/** Searches the names of the curated marks. */
export function createBrandSearch(byDomain: ReadonlyMap<string, MarkEntry>): (text: string, limit: number) => Brand[] {
  const domainsOf = new Map<MarkEntry, string[]>();
  for (const [domain, entry] of byDomain) domainsOf.set(entry, [...(domainsOf.get(entry) ?? []), domain]);
  const brands = [...domainsOf].map(([{ name }, domains]) => ({
    ...{ name, plain: plainName(name), words: name.toLowerCase().split(/[^\p{Letter}\p{Number}]+/u) },
    domains: mainFirst(plainName(name), domains),
  }));

  const shown = showcase.flatMap((domain) => brands.find(({ domains }) => domains.includes(domain)) ?? []);

  return (text, limit) => {
    const [wanted, asDomain] = [plainName(text), text.toLowerCase()];
    if (asDomain === '') return shown.slice(0, limit).map(asBrand);
    if (wanted === '') return [];
    const scored = brands.flatMap((brand) => {
      const { plain, words, domains } = brand;
      const isKnown = domains.some((domain) => mainDomains.has(domain));
      const closeness = closenessOf();
      // Of two that are as close, the one that is known to more people, and then the one with the shorter name.
      return closeness === 0 ? [] : [{ brand, score: closeness + (isKnown ? 0.5 : 0) - plain.length / 1000 }];

      function closenessOf(): number {
        if (plain === wanted || domains.includes(asDomain)) return 4;
        if (plain.startsWith(wanted)) return 3;
        if (words.some((word) => word.startsWith(wanted))) return 2;
        return plain.includes(wanted) || domains.some((domain) => domain.startsWith(asDomain)) ? 1 : 0;
      }
    });
    return scored
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ brand }) => asBrand(brand));
  };
}

function asBrand({ name, domains }: Brand): Brand {
  return { name, domains };
}

/** The domains that stand first where brands are listed by hand. */
const mainDomains: ReadonlySet<string> = new Set(knownBrands.flatMap(({ domains }) => domains.slice(0, 1)));

/** `amazon.com` before `amazon.ae`: the domain that is the name, in `.com` if no other is known for it, else the shortest. */
function mainFirst(plain: string, domains: readonly string[]): string[] {
  const rank = (domain: string) => rankOf(domain, plain) + domain.length;
  return [...domains].sort((a, b) => rank(a) - rank(b));
}

function rankOf(domain: string, plain: string): number {
  const isNamed = plainName(domain.split('.')[0] ?? '') === plain;
  if (mainDomains.has(domain)) return isNamed ? -200 : -100;
  if (domain === `${plain}.com`) return 0;
  return isNamed ? 100 : 200;
}
