/** Limits of one fetch. Each can be set for a fetcher and overridden for a request. */
export interface FetchLimits {
  /** Counts decoded bytes. */
  maxBytes: number;
  /** DNS lookup, connection and TLS handshake, for each request of a redirect chain. */
  connectTimeoutMs: number;
  /** From the last byte of a request to the headers of its response, for each request of a redirect chain. */
  headersTimeoutMs: number;
  /** The whole fetch with all its redirects. */
  totalTimeoutMs: number;
  maxRedirects: number;
  /** Decoded size divided by compressed size. Applies above 1 MiB of decoded bytes. */
  maxCompressionRatio: number;
  /** While a body is read, at least `minProgressBytes` must arrive in each interval of this length. */
  progressIntervalMs: number;
  minProgressBytes: number;
}

export const defaultFetchLimits: FetchLimits = {
  maxBytes: 10 << 20,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  totalTimeoutMs: 30_000,
  maxRedirects: 10,
  // Real pages reach 50; a gzip bomb reaches 1,000 and a brotli bomb a million.
  maxCompressionRatio: 300,
  progressIntervalMs: 10_000,
  minProgressBytes: 256,
};
