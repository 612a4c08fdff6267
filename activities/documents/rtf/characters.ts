/** Control words that stand for a character. */
export const symbols: Readonly<Record<string, string>> = {
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
};

const named: Readonly<Record<number, string>> = {
  437: 'windows-1252',
  850: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** The encoding of `\ansicpg1251`. */
export function codePageOf(number = 1252): string {
  if (number >= 1250 && number <= 1258) return `windows-${number}`;
  return named[number] ?? 'windows-1252';
}
