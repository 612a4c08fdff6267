import type { FromSchema } from 'json-schema-to-ts';

export const locationSchema = {
  type: 'object',
  description:
    'For whom the page is read: sets `Accept-Language`, the time zone of the browser, and prefers the proxies of that country where the server has any.',
  properties: {
    country: { type: 'string', pattern: '^[A-Za-z]{2}$', description: 'Two letters (ISO 3166), such as `DE`.' },
    languages: {
      type: 'array',
      items: { type: 'string', maxLength: 35, pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' },
      maxItems: 10,
      description: 'The best first, such as `de-DE`; those of the country if they are absent.',
    },
  },
  additionalProperties: false,
} as const;

export type Location = FromSchema<typeof locationSchema>;

/** The languages that are wanted, the best first; none if the location does not say. */
export function languagesOf({ country, languages = [] }: Location = {}): readonly string[] {
  if (languages.length > 0 || country === undefined) return languages;
  const { language, region } = new Intl.Locale('und', { region: country.toUpperCase() }).maximize();
  // `und` is the answer for two letters that are no country.
  return language === undefined || language === 'und' ? [] : [`${language}-${region}`, language];
}

/** The header that says which languages are wanted, as browsers send it; undefined if the location does not say. */
export function acceptLanguageOf(location?: Location): string | undefined {
  const weighted = languagesOf(location).map((language, at) => (at === 0 ? language : `${language};q=${weightOf(at)}`));
  return weighted.length === 0 ? undefined : weighted.join(', ');
}

function weightOf(at: number): number {
  return Math.max(10 - at, 1) / 10;
}

/** Where most people of a country with several time zones live. */
const mainTimeZones: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  DE: 'Europe/Berlin',
  ES: 'Europe/Madrid',
  ID: 'Asia/Jakarta',
  KZ: 'Asia/Almaty',
  MX: 'America/Mexico_City',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
};

/** The time zone of a country; undefined for what is none. */
export function timeZoneOf({ country }: Location = {}): string | undefined {
  if (country === undefined) return undefined;
  const region = country.toUpperCase();
  return mainTimeZones[region] ?? timeZonesOf(region)[0];
}

/** Node has them as a property, newer versions as a method. */
function timeZonesOf(region: string): readonly string[] {
  const locale: Intl.Locale & { timeZones?: readonly string[]; getTimeZones?: () => readonly string[] | undefined } =
    new Intl.Locale('und', { region });
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
