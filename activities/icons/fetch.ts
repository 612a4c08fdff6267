/** The part of the guarded fetcher that icons need. Network problems are thrown as a `Failure`. */
export type Fetch = (request: FetchRequest) => Promise<FetchResponse>;

export interface FetchRequest {
  url: string;
  headers?: Record<string, string>;
  maxBytes?: number;
  totalTimeoutMs?: number;
  signal?: AbortSignal;
  accept?: string;
}

export interface FetchResponse {
  /** The final URL after redirects. */
  url: string;
  status: number;
  headers: Record<string, string>;
  contentType?: string;
  body: Buffer;
}
