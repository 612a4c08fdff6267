import { Failure } from '../../../contracts/failures.ts';
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
  // What is left of these once the meaningful values are refused or translated.
  'removeBase64Images',
  'proxy',
  'location',
  'parsers',
  'actions',
  'minAge',
  'lockdown',
  'profile',
];

const refused = {
  actions: 'the page is read as it loads; actions are not supported.',
  minAge: '`maxAge` says how old a stored result may be.',
  lockdown: 'a page is always read where no stored result is young enough.',
  profile: 'browser profiles are not supported.',
  threatProtection: 'it is not supported.',
};

/** Names of proxies that ask for nothing in particular. */
const plainProxies: readonly unknown[] = [undefined, null, 'auto', 'basic', 'stealth', 'enhanced'];

/** The options of a page in the words of /v1. */
export function translatePageOptions(body: Body): Body {
  refuse(body, refused);
  if (body['removeBase64Images'] === false)
    throw new Failure('InvalidRequest', '`removeBase64Images`: pictures inside of the page are always left out.');
  if (!plainProxies.includes(body['proxy']))
    throw new Failure('InvalidRequest', `\`proxy\`: ${JSON.stringify(body['proxy'])} is not configured here.`);
  checkParsers(body['parsers']);
  const { formats, headers, ...rest } = without(body, ignored);
  return {
    ...rest,
    ...withLanguages(body['location'], headers),
    formats: Array.isArray(formats) ? formats.map(translateFormat) : (formats ?? ['markdown']),
  };
}

/** PDFs are read anyway, and to their end. */
function checkParsers(parsers: unknown): void {
  if (parsers === undefined || parsers === null) return;
  const isPlain = (parser: unknown) =>
    parser === 'pdf' || (isRecord(parser) && parser['type'] === 'pdf' && Object.keys(parser).length === 1);
  if (!Array.isArray(parsers) || parsers.length === 0 || !parsers.every(isPlain))
    throw new Failure('InvalidRequest', '`parsers`: only ["pdf"] is supported, and PDFs are read as a whole.');
}

/** A screenshot shows the window, unless the whole page is asked for. */
function translateFormat(format: unknown): unknown {
  if (format === 'screenshot') return { type: 'screenshot', fullPage: false };
  if (format === 'screenshot@fullPage') return { type: 'screenshot', fullPage: true };
  if (isRecord(format) && format['type'] === 'screenshot') return { fullPage: false, ...format };
  return format;
}

/** `location.languages` as the header that says so, unless the caller sends one. */
function withLanguages(location: unknown, headers: unknown): Body {
  const languages = isRecord(location) ? location['languages'] : undefined;
  const given = headers === undefined ? {} : { headers };
  if (!Array.isArray(languages) || languages.length === 0) return given;
  if (headers !== undefined && !isRecord(headers)) return given;
  const isSent = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'accept-language');
  return isSent ? given : { headers: { ...headers, 'Accept-Language': languages.join(', ') } };
}
