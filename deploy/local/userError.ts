/** Something the person at the terminal can put right. Its message is one clear sentence, shown without a stack trace. */
export class Complaint extends Error {
  override readonly name = 'Complaint';
}

export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
