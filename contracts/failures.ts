/**
 * Every way in which work can fail: which HTTP status it becomes, and whether Temporal retries it. Activities throw a
 * `Failure`; its `kind` crosses Temporal as the failure's type, and the gateway turns it back into a `Failure`.
 */
export const failures = {
  /** The request itself is wrong; the message names the field. */
  InvalidRequest: { status: 400, retry: false },
  /** The key is missing, malformed, unknown or deleted. */
  Unauthenticated: { status: 401, retry: false },
  /** The account's remaining credits do not cover the call. */
  NotEnoughCredits: { status: 402, retry: false },
  /** A form without a valid CSRF token. */
  Forbidden: { status: 403, retry: false },
  NotFound: { status: 404, retry: false },
  WrongMethod: { status: 405, retry: false },
  /** The idempotency key was used with another body, or the job is in the wrong state for this. */
  Conflict: { status: 409, retry: false },
  BodyTooLarge: { status: 413, retry: false },
  NotJson: { status: 415, retry: false },
  /** The byte range lies outside the file. */
  RangeNotSatisfiable: { status: 416, retry: false },
  /** More requests, or more at the same time, than the plan allows. */
  TooManyRequests: { status: 429, retry: false },
  /** Another service of the same dialect has it, and this one does not. */
  NotSupported: { status: 501, retry: false },
  /** The URL, or the address behind its name, is not on the public internet. */
  BlockedAddress: { status: 400, retry: false },
  /** DNS, connection, TLS or protocol error, or a redirect that leads nowhere. */
  PageUnreachable: { status: 422, retry: false },
  PageTimedOut: { status: 422, retry: false },
  /** The site answered with a status of 400 or more. */
  PageRefused: { status: 422, retry: false },
  PageTooLarge: { status: 422, retry: false },
  /** The site's robots.txt asks us not to read it. */
  RobotsDisallow: { status: 422, retry: false },
  /** An action of the caller could not be done on the page. */
  ActionFailed: { status: 422, retry: false },
  /** The content type cannot be turned into text. */
  PageNotText: { status: 422, retry: false },
  /** Nothing on the page satisfies the schema. */
  NoData: { status: 422, retry: false },
  /** The language model refused, or its answer is not usable. */
  ModelRefused: { status: 422, retry: false },
  /** The language model's server is unreachable, busy or broken. */
  ModelDown: { status: 503, retry: true },
  /** The language model's server does not accept our key, or does not know our model. */
  ModelMisconfigured: { status: 503, retry: false },
  /** A server of ours is unreachable; a retry may succeed. */
  DependencyDown: { status: 503, retry: true },
  /** The database or the object store is unreachable: nothing can be settled until it is back. */
  StorageDown: { status: 503, retry: true },
} as const satisfies Record<string, { status: number; retry: boolean }>;

export type FailureKind = keyof typeof failures;

/** Beyond the message: the site's own status, and the wait that it asks for. */
export interface FailureDetails {
  statusCode?: number | undefined;
  retryAfterMs?: number | undefined;
}

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly statusCode?: number;
  readonly retryAfterMs?: number;

  constructor(
    readonly kind: FailureKind,
    message: string,
    options: { cause?: unknown } & FailureDetails = {},
  ) {
    super(message, { cause: options.cause });
    if (options.statusCode !== undefined) this.statusCode = options.statusCode;
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
  }
}

export function isFailureKind(kind: string | null | undefined): kind is FailureKind {
  return typeof kind === 'string' && Object.hasOwn(failures, kind);
}

/** The message for a key whose account is deleted while it is used. */
export const accountGone = 'The account of this key is gone.';

/** The message for a URL that robots.txt disallows; the errors of a batch are recognized by it. */
export const robotsDisallow = 'The robots.txt of this site asks programs not to read this page.';
