/** The one way out to the web, as far as icons need it. Network trouble is thrown as a `Failure`. */
export type Fetch = (request: FetchRequest) => Promise<Fetched>;

export interface FetchRequest {
  url: string;
  headers?: Record<string, string>;
  maxBytes?: number;
  totalTimeoutMs?: number;
  signal?: AbortSignal;
  accept?: string;
}

export interface Fetched {
  /** Where the redirects led. */
  url: string;
  status: number;
  headers: Record<string, string>;
  contentType?: string;
  body: Buffer;
}
