/**
 * The name by which robots.txt addresses us (RFC 9309: the product token). Browsers and polite bots hide theirs behind
 * `Mozilla/5.0 (compatible; Name/1.0)`, where the first word names nobody.
 */
export function productTokenOf(userAgent: string): string {
  const compatible = /\(compatible;\s*([A-Za-z_-]+)/i.exec(userAgent)?.[1];
  return compatible ?? /^[A-Za-z_-]+/.exec(userAgent)?.[0] ?? '*';
}
