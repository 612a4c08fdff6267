export const minPasswordLength = 10;
/** Hashing takes time with the length; nobody types more. */
export const maxPasswordLength = 200;

/** One sentence where a new password will not do. */
export function passwordProblem(password: string): string | undefined {
  if (password.length < minPasswordLength) return `A password has at least ${minPasswordLength} characters.`;
  if (password.length > maxPasswordLength) return `A password has at most ${maxPasswordLength} characters.`;
  return undefined;
}
