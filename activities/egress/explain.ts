import { errors as undici } from 'undici';
import { Failure } from '../../contracts/failures.ts';

/** What the fetcher was doing, in the words of a time-out. */
export type Phase = 'connecting' | 'waiting' | 'reading';

const phaseWords: Record<Phase, (host: string) => string> = {
  connecting: (host) => `connecting to ${host}`,
  waiting: () => 'waiting for the answer',
  reading: () => 'reading the page',
};

export function timedOut(ms: number, phase: Phase, host: string): Failure {
  return new Failure('PageTimedOut', `timed out after ${seconds(ms)} while ${phaseWords[phase](host)}`);
}

export function seconds(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Number((ms / 1_000).toFixed(1))} s`;
}

export function tooLarge(maxBytes: number): Failure {
  return new Failure('PageTooLarge', `the page is larger than ${bytes(maxBytes)}`);
}

function bytes(count: number): string {
  if (count >= 1 << 20) return `${Number((count / (1 << 20)).toFixed(1))} MiB`;
  return count >= 1 << 10 ? `${Number((count / (1 << 10)).toFixed(1))} KiB` : `${count} bytes`;
}

const lookupWords: Record<string, string> = {
  ENOTFOUND: 'the name does not exist',
  ENODATA: 'the name has no address',
  EAI_AGAIN: 'the name server did not answer',
  ETIMEOUT: 'the name server did not answer',
  ESERVFAIL: 'the name server failed',
};

/** Sentences in which `HOST` stands for the site's name. */
const connectionWords: Record<string, string> = {
  ECONNREFUSED: 'the site refused the connection',
  ECONNRESET: 'the site closed the connection before the whole page had arrived',
  EPIPE: 'the site closed the connection before the whole page had arrived',
  UND_ERR_SOCKET: 'the site closed the connection before the whole page had arrived',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the site closed the connection before the whole page had arrived',
  ETIMEDOUT: 'HOST did not answer the connection',
  UND_ERR_CONNECT_TIMEOUT: 'HOST did not answer the connection',
  EHOSTUNREACH: 'HOST cannot be reached from here',
  ENETUNREACH: 'HOST cannot be reached from here',
  EADDRNOTAVAIL: 'HOST cannot be reached from here',
  UND_ERR_HEADERS_OVERFLOW: 'the site sent headers that are too large',
  UND_ERR_RESPONSE_EXCEEDED_SIZE: 'the site sent headers that are too large',
  DEPTH_ZERO_SELF_SIGNED_CERT: "HOST's certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "HOST's certificate is signed by an authority that is not trusted",
  UNABLE_TO_GET_ISSUER_CERT: "HOST's certificate is signed by an authority that is not known",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "HOST's certificate is signed by an authority that is not known",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "HOST's certificate cannot be verified: the site does not send the whole chain",
  CERT_HAS_EXPIRED: "HOST's certificate has expired",
  CERT_NOT_YET_VALID: "HOST's certificate is not valid yet",
  CERT_REVOKED: "HOST's certificate has been revoked",
  ERR_TLS_CERT_ALTNAME_INVALID: "HOST's certificate is for another name",
};

/** Turns whatever a lookup, a socket, TLS or undici threw into a failure that a person can read. */
export function explain(error: unknown, host: string): Failure {
  if (error instanceof Failure) return error;
  const { code, syscall } = describe(error);
  const cause = { cause: error };
  if (syscall === 'getaddrinfo' || syscall?.startsWith('query')) {
    const why = lookupWords[code] ?? `the lookup failed (${code})`;
    return new Failure('PageUnreachable', `DNS lookup failed for ${host}: ${why}`, cause);
  }
  if (code === 'UND_ERR_INVALID_ARG') return new Failure('InvalidRequest', words(error), cause);
  const known = connectionWords[code];
  if (known !== undefined) return new Failure('PageUnreachable', known.replace('HOST', host), cause);
  if (error instanceof undici.HTTPParserError)
    return new Failure('PageUnreachable', 'the site sent an answer that is not HTTP', cause);
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    return new Failure('PageUnreachable', `no secure connection to ${host} could be made`, cause);
  }
  if (code.startsWith('ERR_HTTP2_') || code === 'UND_ERR_INFO') {
    return new Failure('PageUnreachable', 'the site broke off the HTTP/2 connection', cause);
  }
  return new Failure('PageUnreachable', `the site could not be read: ${words(error)}`, cause);
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function errorCode(error: unknown): string {
  return describe(error).code;
}

/** The first of several addresses speaks for all. */
function describe(error: unknown): { code: string; syscall?: string | undefined } {
  const one = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  if (typeof one !== 'object' || one === null) return { code: '' };
  return { code: text(one, 'code') ?? '', syscall: text(one, 'syscall') };
}

function text(object: object, key: string): string | undefined {
  const value: unknown = Reflect.get(object, key);
  return typeof value === 'string' ? value : undefined;
}
