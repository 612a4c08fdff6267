/** The longest address that mail servers carry. */
const maxEmailLength = 254;

/** One `@` between two parts without spaces; whether somebody reads the mail there, only a mail can tell. */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && /^[^\s@]+@[^\s@]+$/.test(text);
}
