import { withoutCredentials } from '../../contracts/egress/url.ts';
import { Failure } from '../../contracts/failures.ts';
import type { Hop } from './redirects.ts';

/** The redirects that one fetch has followed. Detects loops and chains that are too long. */
export class RedirectChain {
  /** The URLs that redirected, in order. */
  readonly urls: string[] = [];
  readonly #seen = new Set<string>();
  readonly #maxRedirects: number;

  constructor(maxRedirects: number) {
    this.#maxRedirects = maxRedirects;
  }

  /** Throws if the same request was redirected before: the site would answer it with the same redirect. */
  checkLoop(hop: Hop, cookie: string | undefined): void {
    if (this.#seen.has(requestKey(hop, cookie))) {
      throw new Failure('PageUnreachable', `Redirect loop at ${withoutCredentials(hop.url)}.`);
    }
  }

  add(from: Hop, cookie: string | undefined, to: Hop): void {
    this.#seen.add(requestKey(from, cookie));
    this.urls.push(withoutCredentials(from.url));
    if (this.urls.length > this.#maxRedirects) {
      throw new Failure(
        'PageUnreachable',
        `Too many redirects (${this.#maxRedirects}), the last to ${withoutCredentials(to.url)}.`,
      );
    }
  }
}

/** Includes the cookie: a site may set one and redirect to the same URL. */
function requestKey(hop: Hop, cookie: string | undefined): string {
  return `${hop.method} ${hop.url.href} ${cookie ?? ''}`;
}
