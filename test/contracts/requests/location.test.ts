import { describe, expect, it } from 'vitest';
import { acceptLanguageOf, timeZoneOf } from '../../../contracts/requests/location.ts';

describe('a location', () => {
  it.each([
    [{ country: 'de' }, 'de-DE, de;q=0.9', 'Europe/Berlin'],
    [{ country: 'US' }, 'en-US, en;q=0.9', 'America/New_York'],
    [{ country: 'JP', languages: ['en', 'ja'] }, 'en, ja;q=0.9', 'Asia/Tokyo'],
    [{ languages: ['fr-CA'] }, 'fr-CA', undefined],
    [{}, undefined, undefined],
    [undefined, undefined, undefined],
  ])('%j has its languages and its time zone', (location, languages, timeZone) => {
    expect(acceptLanguageOf(location)).toBe(languages);
    expect(timeZoneOf(location)).toBe(timeZone);
  });

  it('of no country has no time zone', () => {
    expect(timeZoneOf({ country: 'ZZ' })).toBeUndefined();
  });
});
