import { parse } from 'tldts';
import type { SimpleIcon } from './packages.ts';

/** Hosts with the marks of many brands: a source URL there does not tell a brand's own domain. */
const sharedHosts =
  /(?:^|\.)(?:github|githubusercontent|gitlab|wikimedia|wikipedia|notion|readthedocs|netlify|vercel|cloudfront|amazonaws|brandfolder|frontify|bynder|brandpad|seeklogo|brandlogos|cryptologos|vtlogo|mediaroom|widencollective|custhelp|figshare|twitter|facebook|invisionapp|journaldunet|wikidot|archive)\.(?:com|org|io|so|site|app|net|cc|gg)$/;

/** Short words that brands add if the bare name was taken: getbootstrap.com, rust-lang.org, gatsbyjs.com. */
const nameAdditions =
  /^(?:get|join|use|go|my|the|try|hi|wp)-?|-?(?:app|apps|hq|js|lang|php|cms|project|official|inc|corp|group|software|server|tech)$/g;

/** Licenses of single marks that put no conditions on showing them. The package itself is CC0. */
const freeLicenses = new Set(['CC0-1.0', 'MIT', 'Apache-2.0', 'BSD-3-Clause', 'MPL-2.0', 'Unlicense']);

export function isFreelyLicensed({ license }: SimpleIcon): boolean {
  return license === undefined || freeLicenses.has(license.type);
}

/** The domains in the source URLs of simple-icons that contain the mark's own name. */
export function packageDomains(icons: readonly SimpleIcon[]): Map<string, SimpleIcon> {
  const found = new Map<string, { icon: SimpleIcon; closeness: number }>();
  for (const icon of icons) {
    for (const url of [icon.source, icon.guidelines]) {
      const { domain, domainWithoutSuffix } = parse(url ?? '', { allowPrivateDomains: false });
      if (domain === null || domainWithoutSuffix === null || sharedHosts.test(domain)) continue;
      const closeness = closenessOf(icon, domainWithoutSuffix, domain);
      if (closeness > (found.get(domain)?.closeness ?? 0)) found.set(domain, { icon, closeness });
    }
  }
  return new Map([...found].map(([domain, { icon }]) => [domain, icon]));
}

/** 3: the domain is the name; 2: it is the name with a word added; 0: it is something else. */
function closenessOf(icon: SimpleIcon, label: string, domain: string): number {
  const names = new Set(namesOf(icon));
  if (names.has(plainName(label)) || names.has(plainName(domain))) return 3;
  return names.has(plainName(label.replace(nameAdditions, ''))) ? 2 : 0;
}

/** All plain names of a mark. */
export function namesOf({ slug, title, aliases }: SimpleIcon): string[] {
  return [slug, plainName(title), ...(aliases?.aka ?? []).map(plainName)];
}

/** A name in lower case without spaces, accents and punctuation. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
}
