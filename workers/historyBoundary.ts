import { ApplicationFailure } from '@temporalio/common';

/**
 * What an activity returns or fails with becomes part of a workflow's history, and a payload over 2 MB fails the workflow.
 * Sites have a say in some of these texts, so each of them has a length.
 */
const maxResultTextLength = 500;
const maxMessageLength = 2_000;
const maxStackLength = 10_000;
/** Deeper causes are of no use to anybody. */
const maxCauses = 10;

function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

export function boundedMessage(message: string): string {
  return cut(message, maxMessageLength);
}

/** The same value with every text in it cut. */
export function boundedResult(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, maxResultTextLength);
  if (Array.isArray(value)) return value.map(boundedResult);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, boundedResult(part)]));
}

/** The error itself, or a short one in its place if it or one of its causes is long. */
export function boundedError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? boundedMessage(error) : error;
  if (!isLong(error)) return error;
  const bounded = ApplicationFailure.create({
    type: error.name,
    message: boundedMessage(error.message),
    nonRetryable: error instanceof ApplicationFailure && error.nonRetryable === true,
  });
  bounded.stack = cut(error.stack ?? '', maxStackLength);
  return bounded;
}

function isLong(error: Error): boolean {
  let cause: unknown = error;
  for (let depth = 0; cause instanceof Error; depth += 1) {
    if (depth > maxCauses || cause.message.length > maxMessageLength) return true;
    if ((cause.stack?.length ?? 0) > maxStackLength) return true;
    cause = cause.cause;
  }
  return typeof cause === 'string' && cause.length > maxMessageLength;
}
