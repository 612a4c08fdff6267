import { writeFileSync } from 'node:fs';
import { parseDomain } from '../../../contracts/images/domain.ts';
import { type Theme, themes } from '../../../contracts/images/parameters.ts';
import { createDecode, type Decode } from '../decode/pool.ts';
import type { Look } from '../decode/protocol.ts';
import { vanishes } from '../score.ts';
import { type KnownBrand, knownBrands } from './known.ts';
import { type MapEntry, mapFile, writtenHeader, writtenLine } from './map.ts';
import { enoughContrast } from './marks.ts';
import { type Logo, readLogos, readSimpleIcons, type SimpleIcon } from './packages.ts';
import { isFree, namesOf, plain, statedDomains } from './stated.ts';

/** Narrower logos are wordmarks; the plain shape is better in a square. Named by hand, a little less is fine. */
const squarest = { found: 0.8, named: 0.62 };

/** Makes map.tsv: which mark stands for which domain, from what the packages state and what is written by hand. */
async function build(decode: Decode): Promise<{ entry: MapEntry; domains: Set<string> }[]> {
  const icons = readSimpleIcons().filter(isFree);
  const simpleBySlug = new Map(icons.map((icon) => [icon.slug, icon]));
  const logos = new Map([...readLogos()].map((logo) => [logo.name, logo]));
  const logoByName = logosByPlainName(logos.values());

  const brands = new Map<string, { logo?: Logo; simple?: SimpleIcon; named: boolean; domains: Set<string> }>();
  function add(
    logo: Logo | undefined,
    simple: SimpleIcon | undefined,
    named: boolean,
    domains: Iterable<string>,
  ): void {
    const key = `${logo?.name ?? ''}/${simple?.slug ?? ''}`;
    const brand = brands.get(key) ?? {
      ...(logo ? { logo } : {}),
      ...(simple ? { simple } : {}),
      named,
      domains: new Set(),
    };
    for (const domain of domains) brand.domains.add(domain);
    brands.set(key, brand);
  }

  const byHand = new Set<string>();
  for (const brand of knownBrands) {
    const { logo, simple } = existing(brand, logos, simpleBySlug);
    for (const domain of brand.domains) byHand.add(checked(domain));
    add(logo, simple, true, brand.domains);
  }
  for (const [domain, icon] of statedDomains(icons)) {
    if (byHand.has(domain) || parseDomain(domain).domain !== domain) continue;
    add(
      namesOf(icon)
        .map((name) => logoByName.get(name))
        .find((logo) => logo !== undefined),
      icon,
      false,
      [domain],
    );
  }

  const lines = [];
  for (const { logo, simple, named, domains } of brands.values()) {
    const shape = named ? squarest.named : squarest.found;
    const entry = { ...(await logoPart(decode, logo, logos, shape)), ...simplePart(simple) };
    if (entry.logo === undefined && entry.simple === undefined) {
      throw new Error(`${logo?.name} is not square, and there is no other.`);
    }
    lines.push({ entry, domains });
  }
  return lines;
}

function existing(
  brand: KnownBrand,
  logos: Map<string, Logo>,
  simples: Map<string, SimpleIcon>,
): { logo?: Logo; simple?: SimpleIcon } {
  const logo = brand.logo === undefined ? undefined : logos.get(brand.logo);
  const simple = brand.simple === undefined ? undefined : simples.get(brand.simple);
  if (logo === undefined && simple === undefined)
    throw new Error(`No package has the mark named for ${brand.domains[0]}.`);
  for (const [name, found] of [
    [brand.logo, logo],
    [brand.simple, simple],
  ] as const) {
    if (name !== undefined && found === undefined)
      console.warn(`${brand.domains[0]}: ${name} is not in its package, or not free`);
  }
  return { ...(logo ? { logo } : {}), ...(simple ? { simple } : {}) };
}

function checked(domain: string): string {
  const parsed = parseDomain(domain);
  if (parsed.domain !== domain)
    throw new Error(`${domain} is not how a domain is written: ${parsed.problem ?? parsed.domain}`);
  return domain;
}

/** `github-icon` is the mark of `github`, whose plain entry is a wordmark. */
function logosByPlainName(logos: Iterable<Logo>): Map<string, Logo> {
  const byName = new Map<string, Logo>();
  for (const logo of logos) {
    const name = plain(logo.name.replace(/-icon$/, ''));
    if (shapeOf(logo) >= squarest.found && (logo.name.endsWith('-icon') || !byName.has(name))) byName.set(name, logo);
  }
  return byName;
}

function shapeOf({ width, height }: Logo): number {
  return Math.min(width, height) / Math.max(width, height);
}

async function logoPart(
  decode: Decode,
  logo: Logo | undefined,
  logos: Map<string, Logo>,
  squarest: number,
): Promise<MapEntry> {
  if (logo === undefined || shapeOf(logo) < squarest) return {};
  const look = await decode.look({ body: Buffer.from(logo.svg), theme: 'light' });
  if ('problem' in look || look.blank !== undefined || look.squareness < squarest) return {};
  const forDark = logos.get(`${logo.name}-dark`);
  const vanishesOn = themes.filter((theme) => vanishes(look, theme) || isFaint(look, theme));
  return {
    logo: logo.name,
    ...(forDark === undefined ? {} : { logoForDark: forDark.name }),
    ...(vanishesOn.length === 0 ? {} : { vanishesOn }),
    ...(look.singleColour === undefined ? {} : { oneColour: true }),
  };
}

/** Most of it cannot be told from the surface, or all of it hardly: painted anew it is better to be recognized. */
function isFaint({ tile, singleColour, legibility }: Look, theme: Theme): boolean {
  const { contrast, vanishing } = legibility[theme];
  return (!tile && vanishing > 0.5) || (singleColour !== undefined && contrast < enoughContrast[theme]);
}

function simplePart(icon: SimpleIcon | undefined): MapEntry {
  return icon === undefined ? {} : { simple: icon.slug, hex: `#${icon.hex.toLowerCase()}` };
}

const decode = createDecode();
const lines = await build(decode);
await decode.close();
const written = lines.map(({ entry, domains }) => writtenLine(entry, domains)).sort();
writeFileSync(mapFile, `${[writtenHeader(), ...written].join('\n')}\n`);
const count = lines.reduce((sum, { domains }) => sum + domains.size, 0);
console.log(
  `${count} domains, ${lines.length} marks, ${lines.filter(({ entry }) => entry.logo).length} in full colour`,
);
