/** What one fetch may cost. Each can be set for a fetcher and for a request. */
export interface FetchLimits {
  /** Counts decoded bytes. */
  maxBytes: number;
  /** Lookup, connection and TLS handshake, for each hop. */
  connectTimeoutMs: number;
  /** From the request's last byte to the answer's first, for each hop. */
  headersTimeoutMs: number;
  /** All hops together. */
  totalTimeoutMs: number;
  maxRedirects: number;
  /** How many times its own size a compressed page may become, once it is past the first mebibyte. */
  maxRatio: number;
  /** While a page is read, at least `progressBytes` must arrive in each span of this length. */
  progressMs: number;
  progressBytes: number;
}

export const defaultFetchLimits: FetchLimits = {
  maxBytes: 10 << 20,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  totalTimeoutMs: 30_000,
  maxRedirects: 10,
  // Real pages reach 50; gzip can reach 1,000 and brotli a million.
  maxRatio: 300,
  progressMs: 10_000,
  progressBytes: 256,
};
