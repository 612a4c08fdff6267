/**
 * Every way in which work can fail, said once: which HTTP status it becomes, and whether Temporal tries again.
 * Activities throw a `Failure`; its `kind` crosses Temporal as the failure's type and comes back here at the gateway.
 */
export const failures = {
  /** The request itself is wrong; the words name the field. */
  InvalidRequest: { status: 400, retry: false },
  /** The URL, or the address behind its name, is not on the public internet. */
  BlockedAddress: { status: 400, retry: false },
  /** DNS, connection, TLS or protocol error, or a redirect that leads nowhere. */
  PageUnreachable: { status: 422, retry: false },
  PageTimedOut: { status: 422, retry: false },
  /** The site answered with a status of 400 or more. */
  PageRefused: { status: 422, retry: false },
  PageTooLarge: { status: 422, retry: false },
  /** The answer is of a type that we cannot turn into text. */
  PageNotText: { status: 422, retry: false },
  /** A server of ours is away; the work is worth trying again. */
  DependencyDown: { status: 503, retry: true },
} as const satisfies Record<string, { status: number; retry: boolean }>;

export type FailureKind = keyof typeof failures;

export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    readonly kind: FailureKind,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

export const isFailureKind = (kind: string | null | undefined): kind is FailureKind =>
  typeof kind === 'string' && Object.hasOwn(failures, kind);
