import { writeFileSync } from 'node:fs';
import { parseDomain } from '../../../contracts/images/domain.ts';
import { type Theme, themes } from '../../../contracts/images/parameters.ts';
import { createDecoderPool, type DecoderPool } from '../decode/pool.ts';
import type { Inspection } from '../decode/protocol.ts';
import { isInvisible } from '../score.ts';
import { type KnownBrand, knownBrands } from './knownBrands.ts';
import { formatHeader, formatLine, type MarkEntry, mapFile } from './map.ts';
import { minContrast } from './marks.ts';
import { isFreelyLicensed, namesOf, packageDomains, plainName } from './packageDomains.ts';
import { type Logo, readLogos, readSimpleIcons, type SimpleIcon } from './packages.ts';

/** A less square logo is a wordmark, so the plain shape is used. The limit is lower for logos that are chosen by hand. */
const minSquareness = { byName: 0.8, known: 0.62 };

interface Brand {
  logo?: Logo;
  simple?: SimpleIcon;
  isKnown: boolean;
  domains: Set<string>;
}

/** Builds the content of map.tsv from the known brands and from the domains that the packages state. */
async function build(decoder: DecoderPool): Promise<{ entry: MarkEntry; domains: Set<string> }[]> {
  const icons = readSimpleIcons().filter(isFreelyLicensed);
  const logos = new Map([...readLogos()].map((logo) => [logo.name, logo]));
  const lines = [];
  for (const { logo, simple, isKnown, domains } of collectBrands(icons, logos)) {
    const squareness = isKnown ? minSquareness.known : minSquareness.byName;
    const entry = { ...(await logoEntry(decoder, logo, logos, squareness)), ...simpleIconEntry(simple) };
    if (entry.logo === undefined && entry.simple === undefined) {
      throw new Error(`The logo ${logo?.name} is not square enough, and the brand has no other mark.`);
    }
    lines.push({ entry, domains });
  }
  return lines;
}

/** The brands with all their domains: known ones first, then those whose domains simple-icons states. */
function collectBrands(icons: readonly SimpleIcon[], logos: Map<string, Logo>): Iterable<Brand> {
  const brands = new Map<string, Brand>();
  function add(logo: Logo | undefined, simple: SimpleIcon | undefined, isKnown: boolean, domains: Iterable<string>) {
    const key = `${logo?.name ?? ''}/${simple?.slug ?? ''}`;
    const brand = brands.get(key) ?? {
      ...(logo ? { logo } : {}),
      ...(simple ? { simple } : {}),
      isKnown,
      domains: new Set<string>(),
    };
    for (const domain of domains) brand.domains.add(domain);
    brands.set(key, brand);
  }

  const simpleBySlug = new Map(icons.map((icon) => [icon.slug, icon]));
  const knownDomains = new Set<string>();
  for (const brand of knownBrands) {
    const { logo, simple } = findMarks(brand, logos, simpleBySlug);
    for (const domain of brand.domains) knownDomains.add(checkSpelling(domain));
    add(logo, simple, true, brand.domains);
  }
  const logoByName = logosByPlainName(logos.values());
  for (const [domain, icon] of packageDomains(icons)) {
    if (knownDomains.has(domain) || parseDomain(domain).domain !== domain) continue;
    const logo = namesOf(icon)
      .map((name) => logoByName.get(name))
      .find((each) => each !== undefined);
    add(logo, icon, false, [domain]);
  }
  return brands.values();
}

function findMarks(
  brand: KnownBrand,
  logos: Map<string, Logo>,
  simples: Map<string, SimpleIcon>,
): { logo?: Logo; simple?: SimpleIcon } {
  const logo = brand.logo === undefined ? undefined : logos.get(brand.logo);
  const simple = brand.simple === undefined ? undefined : simples.get(brand.simple);
  if (logo === undefined && simple === undefined)
    throw new Error(`No package has the mark of ${brand.domains[0]} that knownBrands.ts names.`);
  for (const [name, found] of [
    [brand.logo, logo],
    [brand.simple, simple],
  ] as const) {
    if (name !== undefined && found === undefined)
      console.warn(`${brand.domains[0]}: ${name} is not in its package, or not freely licensed`);
  }
  return { ...(logo ? { logo } : {}), ...(simple ? { simple } : {}) };
}

function checkSpelling(domain: string): string {
  const parsed = parseDomain(domain);
  if (parsed.domain !== domain)
    throw new Error(`${domain} is not the canonical spelling of a domain: ${parsed.problem ?? parsed.domain}`);
  return domain;
}

/** `github-icon` is the mark of `github`, whose plain entry is a wordmark. */
function logosByPlainName(logos: Iterable<Logo>): Map<string, Logo> {
  const byName = new Map<string, Logo>();
  for (const logo of logos) {
    const name = plainName(logo.name.replace(/-icon$/, ''));
    const isSquare = squarenessOf(logo) >= minSquareness.byName;
    if (isSquare && (logo.name.endsWith('-icon') || !byName.has(name))) byName.set(name, logo);
  }
  return byName;
}

function squarenessOf({ width, height }: Logo): number {
  return Math.min(width, height) / Math.max(width, height);
}

async function logoEntry(
  decoder: DecoderPool,
  logo: Logo | undefined,
  logos: Map<string, Logo>,
  squareness: number,
): Promise<MarkEntry> {
  if (logo === undefined || squarenessOf(logo) < squareness) return {};
  const inspection = await decoder.inspect({ body: Buffer.from(logo.svg), theme: 'light' });
  if ('problem' in inspection || inspection.blank !== undefined || inspection.squareness < squareness) return {};
  const forDark = logos.get(`${logo.name}-dark`);
  const invisibleOn = themes.filter((theme) => isInvisible(inspection, theme) || isFaint(inspection, theme));
  return {
    logo: logo.name,
    ...(forDark === undefined ? {} : { logoForDark: forDark.name }),
    ...(invisibleOn.length === 0 ? {} : { invisibleOn }),
    ...(inspection.singleColor === undefined ? {} : { isOneColor: true }),
  };
}

/** Most of the logo is invisible, or its only color is faint: repainted it is easier to recognize. */
function isFaint({ hasBackground, singleColor, legibility }: Inspection, theme: Theme): boolean {
  const { contrast, invisibleShare } = legibility[theme];
  return (!hasBackground && invisibleShare > 0.5) || (singleColor !== undefined && contrast < minContrast[theme]);
}

function simpleIconEntry(icon: SimpleIcon | undefined): MarkEntry {
  return icon === undefined ? {} : { simple: icon.slug, hex: `#${icon.hex.toLowerCase()}` };
}

const decoder = createDecoderPool();
const lines = await build(decoder);
await decoder.close();
const formatted = lines.map(({ entry, domains }) => formatLine(entry, domains)).sort();
writeFileSync(mapFile, `${[formatHeader(), ...formatted].join('\n')}\n`);
const domainCount = lines.reduce((sum, { domains }) => sum + domains.size, 0);
const logoCount = lines.filter(({ entry }) => entry.logo).length;
console.log(`${domainCount} domains, ${lines.length} marks, ${logoCount} in full color`);
