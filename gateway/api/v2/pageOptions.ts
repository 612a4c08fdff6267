import { isRecord } from '../../../contracts/json/isRecord.ts';
import { type Body, refuse, without } from './body.ts';

/** Sent by clients whether anybody asked for it or not, and without a meaning here: TLS is always verified. */
const ignored = [
  'integration',
  'auditMetadata',
  'skipTlsVerification',
  'fastMode',
  'blockAds',
  'storeInCache',
  'useMock',
  // Pictures inside of the page are left out, whatever is said.
  'removeBase64Images',
  // What is left of these once the meaningful values are refused or translated.
  'minAge',
  'lockdown',
  'profile',
];

const refused = {
  minAge: '`maxAge` says how old a stored result may be.',
  lockdown: 'a page is always read where no stored result is young enough.',
  profile: 'browser profiles are not supported.',
  threatProtection: 'it is not supported.',
};

/** Some clients send null for what nobody has asked for. */
const nullable = ['actions', 'parsers', 'proxy', 'location'];

/** The options of a page in the words of /v1. */
export function translatePageOptions(body: Body): Body {
  refuse(body, refused);
  const { formats, ...rest } = without(body, ignored);
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name, value]) => value !== null || !nullable.includes(name))),
    formats: Array.isArray(formats) ? formats.map(translateFormat) : (formats ?? ['markdown']),
  };
}

/** A screenshot shows the window, unless the whole page is asked for. */
function translateFormat(format: unknown): unknown {
  if (format === 'screenshot') return { type: 'screenshot', fullPage: false };
  if (format === 'screenshot@fullPage') return { type: 'screenshot', fullPage: true };
  if (isRecord(format) && format['type'] === 'screenshot') return { fullPage: false, ...format };
  return format;
}
