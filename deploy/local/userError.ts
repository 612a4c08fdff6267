/** Something the person at the terminal can put right. Its message is one clear sentence, shown without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
