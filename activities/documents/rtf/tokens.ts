/** The pieces of an RTF file: groups, control words, bytes of text. */
export type RtfToken =
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'word'; name: string; value: number | undefined }
  | { type: 'byte'; code: number }
  | { type: 'text'; text: string };

const word = /\\([a-z]{1,32})(-?\d{1,10})? ?/iy;
const plain = /[^\\{}\r\n]+/y;

export function* rtfTokens(source: string): Generator<RtfToken> {
  for (let at = 0; at < source.length; ) {
    const char = source[at];
    if (char === '{' || char === '}') {
      yield { type: char === '{' ? 'open' : 'close' };
      at += 1;
    } else if (char === '\r' || char === '\n') at += 1;
    else if (char === '\\') {
      word.lastIndex = at;
      const found = word.exec(source);
      if (found) {
        const [all, name = '', number] = found;
        at += all.length;
        yield { type: 'word', name, value: number === undefined ? undefined : Number(number) };
        // Bytes that are not RTF follow.
        if (name === 'bin') at += Math.max(0, Number(number ?? 0));
      } else if (source[at + 1] === "'") {
        const code = Number.parseInt(source.slice(at + 2, at + 4), 16);
        if (!Number.isNaN(code)) yield { type: 'byte', code };
        at += 4;
      } else {
        yield* symbol(source[at + 1]);
        at += 2;
      }
    } else {
      plain.lastIndex = at;
      const text = plain.exec(source)?.[0] ?? char ?? '';
      yield { type: 'text', text };
      at += text.length;
    }
  }
}

function* symbol(char: string | undefined): Generator<RtfToken> {
  if (char === '*') yield { type: 'word', name: '*', value: undefined };
  else if (char === '~') yield { type: 'text', text: '\u00a0' };
  else if (char === '_') yield { type: 'text', text: '\u2011' };
  else if (char === '\n' || char === '\r') yield { type: 'word', name: 'par', value: undefined };
  else if (char === '\\' || char === '{' || char === '}') yield { type: 'text', text: char };
}
