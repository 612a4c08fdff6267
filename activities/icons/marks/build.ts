import { writeFileSync } from 'node:fs';
import { parseDomain } from '../../../contracts/images/domain.ts';
import { themes } from '../../../contracts/images/parameters.ts';
import { type BrandDrawings, chooseMark } from './choose.ts';
import { type KnownBrand, knownBrands } from './knownBrands.ts';
import { formatHeader, formatLine, type MarkEntry, mapFile } from './map.ts';
import { measureMark } from './measure.ts';
import { isFreelyLicensed, namesOf, packageDomains, plainName } from './packageDomains.ts';
import { readIconSet, readOwnDrawing, readSimpleIcon, readSimpleIcons, type SimpleIcon } from './packages.ts';
import { popularBrands } from './popularBrands.ts';

/** A less square logo is a wordmark, so the plain shape is used. The limit is lower for logos that are chosen by hand. */
const minSquareness = { byName: 0.8, known: 0.42 };
/** For plain shapes of brands whose color no package states. */
const defaultHex = '#000000';

interface Brand extends BrandDrawings {
  name: string;
  domains: Set<string>;
}

const logos = new Map([...readIconSet('logos')].map(({ name, svg }) => [name, svg]));
const shapes = new Map([...readIconSet('cib')].map(({ name, svg }) => [name, svg]));

/** The brands with all their domains: known ones first, then those whose domains simple-icons states. */
function collectBrands(icons: readonly SimpleIcon[]): Iterable<Brand> {
  const brands = new Set<Brand>();
  const byDrawing = new Map<string, Brand>();
  /** Domains of a drawing that a brand has already are that brand's. */
  function add(brand: Brand): void {
    const names = [brand.own, brand.logo, brand.plain].flatMap((drawing) => drawing?.name ?? []);
    const known = names.flatMap((name) => byDrawing.get(name) ?? [])[0];
    for (const name of names) if (!byDrawing.has(name)) byDrawing.set(name, known ?? brand);
    if (known === undefined) brands.add(brand);
    else for (const domain of brand.domains) known.domains.add(domain);
  }

  const simpleBySlug = new Map(icons.map((icon) => [icon.slug, icon]));
  const knownDomains = new Set<string>();
  for (const brand of [...knownBrands, ...popularBrands]) {
    for (const domain of brand.domains) knownDomains.add(checkSpelling(domain));
    add(brandOf(brand, simpleBySlug));
  }
  const logoByName = logosByPlainName();
  for (const [domain, icon] of packageDomains(icons)) {
    if (knownDomains.has(domain) || parseDomain(domain).domain !== domain) continue;
    const logo = namesOf(icon)
      .map((name) => logoByName.get(name))
      .find((each) => each !== undefined);
    const drawn = logo === undefined ? {} : logoDrawing(logo, minSquareness.byName);
    add({ name: icon.title, ...drawn, ...simpleDrawing(icon), domains: new Set([domain]) });
  }
  return brands;
}

function brandOf(brand: KnownBrand, simples: ReadonlyMap<string, SimpleIcon>): Brand {
  const simple = brand.simple === undefined ? undefined : simples.get(brand.simple);
  if (brand.simple !== undefined && simple === undefined)
    console.warn(`${brand.domains[0]}: ${brand.simple} is not in simple-icons, or not freely licensed`);
  const found: Brand = {
    name: brand.name ?? simple?.title ?? titleOf(brand.logo ?? brand.cib ?? brand.own ?? ''),
    ...(brand.own === undefined ? {} : { own: { name: `own/${brand.own}`, svg: readOwnDrawing(brand.own) } }),
    ...(brand.logo === undefined ? {} : logoDrawing(brand.logo, minSquareness.known)),
    ...(brand.cib === undefined ? {} : plainDrawing(`cib/${brand.cib}`, shapes.get(brand.cib), brand.hex)),
    ...(simple === undefined ? {} : simpleDrawing(simple)),
    domains: new Set(brand.domains),
  };
  if (!found.own && !found.logo && !found.plain)
    throw new Error(`No package has the mark of ${brand.domains[0]} that knownBrands.ts names, or it is a wordmark.`);
  return found;
}

function logoDrawing(name: string, squareness: number): BrandDrawings {
  const svg = logos.get(name);
  if (svg === undefined) throw new Error(`The package has no logo ${name}.`);
  const measured = measureMark(svg);
  if (measured === undefined || measured.squareness < squareness) return {};
  const forDark = logos.get(`${name}-dark`);
  return {
    logo: { name: `logos/${name}`, svg },
    ...(forDark === undefined ? {} : { logoForDark: { name: `logos/${name}-dark`, svg: forDark } }),
  };
}

function simpleDrawing({ slug, hex }: SimpleIcon): BrandDrawings {
  return plainDrawing(`simple-icons/${slug}`, readSimpleIcon(slug), `#${hex.toLowerCase()}`);
}

function plainDrawing(name: string, svg: string | undefined, hex = defaultHex): BrandDrawings {
  if (svg === undefined) throw new Error(`The package has no ${name}.`);
  return { plain: { name, svg }, hex };
}

function checkSpelling(domain: string): string {
  const parsed = parseDomain(domain);
  if (parsed.domain !== domain)
    throw new Error(`${domain} is not the canonical spelling of a domain: ${parsed.problem ?? parsed.domain}`);
  return domain;
}

/** `github-icon` is the mark of `github`, whose plain entry is a wordmark. */
function logosByPlainName(): Map<string, string> {
  const byName = new Map<string, string>();
  for (const logo of logos.keys()) {
    const name = plainName(logo.replace(/-icon$/, ''));
    if (logo.endsWith('-icon') || !byName.has(name)) byName.set(name, logo);
  }
  return byName;
}

/** How people write what a package names in lower case. */
const spellings: Readonly<Record<string, string>> = {
  appdynamics: 'AppDynamics',
  browserstack: 'BrowserStack',
  codepen: 'CodePen',
  customerio: 'Customer.io',
  frontapp: 'Front',
  geetest: 'GeeTest',
  gnu: 'GNU',
  gnupg: 'GnuPG',
  hcaptcha: 'hCaptcha',
  hostgator: 'HostGator',
  ietf: 'IETF',
  launchdarkly: 'LaunchDarkly',
  letsencrypt: 'Let’s Encrypt',
  linkedin: 'LinkedIn',
  metamask: 'MetaMask',
  'microsoft-onedrive': 'Microsoft OneDrive',
  'microsoft-power-bi': 'Microsoft Power BI',
  mparticle: 'mParticle',
  netbeans: 'NetBeans',
  onesignal: 'OneSignal',
  openai: 'OpenAI',
  recaptcha: 'reCAPTCHA',
  rudderstack: 'RudderStack',
  sendgrid: 'SendGrid',
  treasuredata: 'Treasure Data',
  'user-testing': 'UserTesting',
  webkit: 'WebKit',
  whatwg: 'WHATWG',
};

/** @example titleOf('microsoft-teams') // 'Microsoft Teams' */
function titleOf(slug: string): string {
  const plain = slug.replace(/-icon$/, '');
  const spelled = spellings[plain];
  if (spelled !== undefined) return spelled;
  return plain
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

const lines: { entry: MarkEntry; domains: Set<string> }[] = [];
for (const { name, domains, ...drawings } of collectBrands(readSimpleIcons().filter(isFreelyLicensed))) {
  const [light, dark] = themes.map((theme) => chooseMark(drawings, theme));
  if (light === undefined || dark === undefined) throw new Error(`The mark of ${name} cannot be drawn.`);
  lines.push({ entry: { name, light, dark }, domains });
}
const formatted = lines.map(({ entry, domains }) => formatLine(entry, domains)).sort();
writeFileSync(mapFile, `${[formatHeader(), ...formatted].join('\n')}\n`);
const domainCount = lines.reduce((sum, { domains }) => sum + domains.size, 0);
const colorCount = lines.filter(({ entry: { light } }) => light.paint === 'own').length;
console.log(`${domainCount} domains, ${lines.length} marks, ${colorCount} in full color`);
