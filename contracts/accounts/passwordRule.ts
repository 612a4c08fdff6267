export const minPasswordLength = 10;
/** Hashing takes longer with the length, and nobody types more. */
export const maxPasswordLength = 200;

/** Why a new password is not acceptable, as a sentence; undefined if it is. */
export function passwordProblem(password: string): string | undefined {
  if (password.length < minPasswordLength) return `A password has at least ${minPasswordLength} characters.`;
  if (password.length > maxPasswordLength) return `A password has at most ${maxPasswordLength} characters.`;
  return undefined;
}
