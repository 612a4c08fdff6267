import { errors as undici } from 'undici';
import { Failure } from '../../contracts/failures.ts';

const lookupReasons: Record<string, string> = {
  ENOTFOUND: 'the name does not exist',
  ENODATA: 'the name has no address',
  EAI_AGAIN: 'the name server did not answer',
  ETIMEOUT: 'the name server did not answer',
  ECONNREFUSED: 'the name server did not answer',
  ESERVFAIL: 'the name server failed',
  EREFUSED: 'the name server refused to answer',
};

/** Messages by error code; `HOST` is replaced with the site's host name. */
const messages: Record<string, string> = {
  ECONNREFUSED: 'The site refused the connection.',
  ECONNRESET: 'The site closed the connection before the whole page had arrived.',
  EPIPE: 'The site closed the connection before the whole page had arrived.',
  UND_ERR_SOCKET: 'The site closed the connection before the whole page had arrived.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The site closed the connection before the whole page had arrived.',
  ETIMEDOUT: 'HOST did not accept the connection in time.',
  UND_ERR_CONNECT_TIMEOUT: 'HOST did not accept the connection in time.',
  EHOSTUNREACH: 'HOST cannot be reached from here.',
  ENETUNREACH: 'HOST cannot be reached from here.',
  EADDRNOTAVAIL: 'HOST cannot be reached from here.',
  UND_ERR_HEADERS_OVERFLOW: 'The site sent headers that are too large.',
  UND_ERR_RESPONSE_EXCEEDED_SIZE: 'The site sent headers that are too large.',
  DEPTH_ZERO_SELF_SIGNED_CERT: "HOST's certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "HOST's certificate is signed by an untrusted authority.",
  UNABLE_TO_GET_ISSUER_CERT: "HOST's certificate is signed by an unknown authority.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "HOST's certificate is signed by an unknown authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "HOST's certificate cannot be verified: the site does not send the whole chain.",
  CERT_HAS_EXPIRED: "HOST's certificate has expired.",
  CERT_NOT_YET_VALID: "HOST's certificate is not valid yet.",
  CERT_REVOKED: "HOST's certificate has been revoked.",
  ERR_TLS_CERT_ALTNAME_INVALID: "HOST's certificate is for another name.",
};

/** Turns an error of a DNS lookup, a socket, TLS or undici into a failure with a message for the caller. */
export function networkFailureOf(error: unknown, host: string): Failure {
  if (error instanceof Failure) return error;
  const { code, syscall } = detailsOf(error);
  const cause = { cause: error };
  if (syscall === 'getaddrinfo' || syscall?.startsWith('query')) {
    const reason = lookupReasons[code] ?? `the lookup failed (${code})`;
    return new Failure('PageUnreachable', `DNS lookup failed for ${host}: ${reason}.`, cause);
  }
  if (code === 'UND_ERR_INVALID_ARG') return new Failure('InvalidRequest', messageOf(error), cause);
  const known = messages[code];
  if (known !== undefined) return new Failure('PageUnreachable', known.replace('HOST', host), cause);
  if (error instanceof undici.HTTPParserError)
    return new Failure('PageUnreachable', 'The site sent an answer that is not HTTP.', cause);
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    return new Failure('PageUnreachable', `No secure connection to ${host} could be made.`, cause);
  }
  if (code.startsWith('ERR_HTTP2_') || code === 'UND_ERR_INFO') {
    return new Failure('PageUnreachable', 'The site broke off the HTTP/2 connection.', cause);
  }
  return new Failure('PageUnreachable', `The site could not be read: ${messageOf(error)}`, cause);
}

export function errorCode(error: unknown): string {
  return detailsOf(error).code;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** If connecting to several addresses failed, the first error is used for all. */
function detailsOf(error: unknown): { code: string; syscall?: string | undefined } {
  const first = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  if (typeof first !== 'object' || first === null) return { code: '' };
  return { code: stringProperty(first, 'code') ?? '', syscall: stringProperty(first, 'syscall') };
}

function stringProperty(object: object, key: string): string | undefined {
  const value: unknown = Reflect.get(object, key);
  return typeof value === 'string' ? value : undefined;
}
