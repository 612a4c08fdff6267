import { Failure } from '../../contracts/failures.ts';
import { timedOut } from './limitFailures.ts';

/**
 * Messages by Chromium's net error, the same as in `networkFailures.ts`; `HOST` is replaced with the site's host name.
 */
const messages: Record<string, string> = {
  ERR_TOO_MANY_REDIRECTS: 'Too many redirects (20).',
  // `openPage.ts` blocks a page that navigates more than 20 times.
  ERR_BLOCKED_BY_CLIENT: 'Too many redirects (20).',
  ERR_CERT_AUTHORITY_INVALID: "HOST's certificate is self-signed or signed by an unknown authority.",
  ERR_CERT_DATE_INVALID: "HOST's certificate has expired or is not valid yet.",
  ERR_CERT_COMMON_NAME_INVALID: "HOST's certificate is for another name.",
  ERR_CERT_REVOKED: "HOST's certificate has been revoked.",
  ERR_SSL_PROTOCOL_ERROR: 'No secure connection to HOST could be made.',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: 'No secure connection to HOST could be made.',
  ERR_EMPTY_RESPONSE: 'The site closed the connection before the whole page had arrived.',
  ERR_CONNECTION_CLOSED: 'The site closed the connection before the whole page had arrived.',
  ERR_CONNECTION_RESET: 'The site closed the connection before the whole page had arrived.',
  ERR_INCOMPLETE_CHUNKED_ENCODING: 'The site closed the connection before the whole page had arrived.',
  ERR_CONTENT_LENGTH_MISMATCH: 'The site closed the connection before the whole page had arrived.',
  ERR_TUNNEL_CONNECTION_FAILED: 'The site could not be reached.',
  ERR_INVALID_HTTP_RESPONSE: 'The site sent an answer that is not HTTP.',
  ERR_CONTENT_DECODING_FAILED: 'The page could not be decoded.',
  ERR_HTTP2_PROTOCOL_ERROR: 'The site broke off the HTTP/2 connection.',
  ERR_RESPONSE_HEADERS_TOO_BIG: 'The site sent headers that are too large.',
};

interface Navigation {
  /** The host that was requested last. */
  host: string;
  /** The status of the response, or 0 if there was none. */
  status: number;
  /** The proxy's last failure to reach the host. */
  proxyFailure: Failure | undefined;
  timeoutMs: number;
}

/** The failure behind an error that puppeteer's `goto` threw. Other errors are returned unchanged. */
export function navigationFailureOf(error: unknown, { host, status, proxyFailure, timeoutMs }: Navigation): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error;
  const code = /net::(ERR_\w+)/.exec(error.message)?.[1];
  if (code === undefined) return error.name === 'TimeoutError' ? timedOut(timeoutMs, 'waiting for the answer') : error;
  if (code === 'ERR_ABORTED') return notAPage(status, error);
  if (proxyFailure !== undefined && /^ERR_(TUNNEL|EMPTY|CONNECTION|SOCKET|PROXY)/.test(code)) return proxyFailure;
  const message =
    messages[code] ??
    (code.startsWith('ERR_CERT_') ? "HOST's certificate cannot be trusted." : `The site could not be read (${code}).`);
  return new Failure('PageUnreachable', message.replace('HOST', host), { cause: error });
}

/** Chromium aborts a navigation whose response is not a document. */
function notAPage(status: number, cause: Error): Failure {
  return status === 204 || status === 205
    ? new Failure('PageNotText', `The site answers without a page (${status}).`, { cause })
    : new Failure('PageNotText', 'The site answers with a download, not a page.', { cause });
}
