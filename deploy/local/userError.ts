/**
 * A problem that the user can fix. run.mjs prints its message, one clear sentence, without a stack trace; it recognizes
 * the error by its name.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
}

export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
