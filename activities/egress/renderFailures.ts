import { Failure } from '../../contracts/failures.ts';
import { timedOut } from './explain.ts';

/** Chromium's net errors in the words that the fetcher has for the same things; `HOST` stands for the site's name. */
const words: Record<string, string> = {
  ERR_TOO_MANY_REDIRECTS: 'too many redirects (20)',
  // By `page.ts`, which lets a page send itself elsewhere as often.
  ERR_BLOCKED_BY_CLIENT: 'too many redirects (20)',
  ERR_CERT_AUTHORITY_INVALID: "HOST's certificate is signed by an authority that is not known, or self-signed",
  ERR_CERT_DATE_INVALID: "HOST's certificate has expired or is not valid yet",
  ERR_CERT_COMMON_NAME_INVALID: "HOST's certificate is for another name",
  ERR_CERT_REVOKED: "HOST's certificate has been revoked",
  ERR_SSL_PROTOCOL_ERROR: 'no secure connection to HOST could be made',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: 'no secure connection to HOST could be made',
  ERR_EMPTY_RESPONSE: 'the site closed the connection before the whole page had arrived',
  ERR_CONNECTION_CLOSED: 'the site closed the connection before the whole page had arrived',
  ERR_CONNECTION_RESET: 'the site closed the connection before the whole page had arrived',
  ERR_INCOMPLETE_CHUNKED_ENCODING: 'the site closed the connection before the whole page had arrived',
  ERR_CONTENT_LENGTH_MISMATCH: 'the site closed the connection before the whole page had arrived',
  ERR_TUNNEL_CONNECTION_FAILED: 'the site could not be reached',
  ERR_INVALID_HTTP_RESPONSE: 'the site sent an answer that is not HTTP',
  ERR_CONTENT_DECODING_FAILED: 'the page could not be decoded',
  ERR_HTTP2_PROTOCOL_ERROR: 'the site broke off the HTTP/2 connection',
  ERR_RESPONSE_HEADERS_TOO_BIG: 'the site sent headers that are too large',
};

interface Navigation {
  /** Of the document asked for last. */
  host: string;
  /** What that answered, or 0. */
  status: number;
  /** What the proxy says of the host, if it has had trouble with it. */
  problem: Failure | undefined;
  timeoutMs: number;
}

/** Why a navigation failed; what is no failure of a navigation stays as it is. */
export function explainNavigation(error: unknown, { host, status, problem, timeoutMs }: Navigation): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error;
  const code = /net::(ERR_\w+)/.exec(error.message)?.[1];
  if (code === undefined) return error.name === 'TimeoutError' ? timedOut(timeoutMs, 'waiting', host) : error;
  if (code === 'ERR_ABORTED') return notAPage(status, error);
  if (problem !== undefined && /^ERR_(TUNNEL|EMPTY|CONNECTION|SOCKET|PROXY)/.test(code)) return problem;
  const known =
    words[code] ??
    (code.startsWith('ERR_CERT_') ? "HOST's certificate cannot be trusted" : `the site could not be read (${code})`);
  return new Failure('PageUnreachable', known.replace('HOST', host), { cause: error });
}

/** The browser broke off itself: there is nothing to show. */
function notAPage(status: number, cause: Error): Failure {
  return status === 204 || status === 205
    ? new Failure('PageNotText', `the site answers without a page (${status})`, { cause })
    : new Failure('PageNotText', 'the site answers with a download, not a page', { cause });
}
