/** Letters and digits only, lower case, so that spellings of the same text compare equal. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether one of the texts is part of the other, in whole words. */
export function oneContainsOther(first: string, second: string): boolean {
  const a = ` ${plainWords(first)} `;
  const b = ` ${plainWords(second)} `;
  return a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a));
}
