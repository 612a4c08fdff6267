import { withoutCredentials } from '../../contracts/egress/address.ts';
import { Failure } from '../../contracts/failures.ts';
import type { Hop } from './redirects.ts';

/** The way that a fetch has come, and where it ends if it leads nowhere. */
export class Trail {
  /** The URLs that redirected, in order. */
  readonly redirects: string[] = [];
  readonly #seen = new Set<string>();
  readonly #maxRedirects: number;

  constructor(maxRedirects: number) {
    this.#maxRedirects = maxRedirects;
  }

  /** A site may redirect to the same URL with a new cookie; the same request a second time gets the same answer. */
  redirected(from: Hop, cookie: string | undefined, to: Hop): void {
    this.#seen.add(key(from, cookie));
    this.redirects.push(withoutCredentials(from.url));
    if (this.redirects.length > this.#maxRedirects) {
      throw new Failure(
        'PageUnreachable',
        `too many redirects (${this.#maxRedirects}), the last to ${withoutCredentials(to.url)}`,
      );
    }
  }

  arrive(hop: Hop, cookie: string | undefined): void {
    if (this.#seen.has(key(hop, cookie))) {
      throw new Failure('PageUnreachable', `redirect loop at ${withoutCredentials(hop.url)}`);
    }
  }
}

function key(hop: Hop, cookie: string | undefined): string {
  return `${hop.method} ${hop.url.href} ${cookie ?? ''}`;
}
