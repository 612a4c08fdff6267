import { parse } from 'tldts';
import type { SimpleIcon } from './packages.ts';

/** Hosts that show other people's marks: a source there says nothing about whose domain it is. */
const hostsOfOthers =
  /(?:^|\.)(?:github|githubusercontent|gitlab|wikimedia|wikipedia|notion|readthedocs|netlify|vercel|cloudfront|amazonaws|brandfolder|frontify|bynder|brandpad|seeklogo|brandlogos|cryptologos|vtlogo|mediaroom|widencollective|custhelp|figshare|twitter|facebook|invisionapp|journaldunet|wikidot|archive)\.(?:com|org|io|so|site|app|net|cc|gg)$/;

/** Short words that brands add to a name that was taken, as in getbootstrap.com, rust-lang.org, gatsbyjs.com. */
const additions =
  /^(?:get|join|use|go|my|the|try|hi|wp)-?|-?(?:app|apps|hq|js|lang|php|cms|project|official|inc|corp|group|software|server|tech)$/g;

/** Licences of single marks that ask nothing of whoever shows them. The package itself is CC0. */
const freeLicences = new Set(['CC0-1.0', 'MIT', 'Apache-2.0', 'BSD-3-Clause', 'MPL-2.0', 'Unlicense']);

export function isFree({ license }: SimpleIcon): boolean {
  return license === undefined || freeLicences.has(license.type);
}

/** The domains that simple-icons states for its marks, where the domain bears the mark's own name. */
export function statedDomains(icons: readonly SimpleIcon[]): Map<string, SimpleIcon> {
  const found = new Map<string, { icon: SimpleIcon; closeness: number }>();
  for (const icon of icons) {
    for (const address of [icon.source, icon.guidelines]) {
      const { domain, domainWithoutSuffix } = parse(address ?? '', { allowPrivateDomains: false });
      if (domain === null || domainWithoutSuffix === null || hostsOfOthers.test(domain)) continue;
      const closeness = closenessOf(icon, domainWithoutSuffix, domain);
      if (closeness > (found.get(domain)?.closeness ?? 0)) found.set(domain, { icon, closeness });
    }
  }
  return new Map([...found].map(([domain, { icon }]) => [domain, icon]));
}

/** 3: the domain is the name; 2: it is the name with a word added; 0: it may be anybody's. */
function closenessOf(icon: SimpleIcon, label: string, domain: string): number {
  const names = new Set(namesOf(icon));
  if (names.has(plain(label)) || names.has(plain(domain))) return 3;
  return names.has(plain(label.replace(additions, ''))) ? 2 : 0;
}

/** Every spelling of a mark's name without spaces and signs. */
export function namesOf({ slug, title, aliases }: SimpleIcon): string[] {
  return [slug, plain(title), ...(aliases?.aka ?? []).map(plain)];
}

export function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
}
