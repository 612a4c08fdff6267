/** A rough estimate: about four characters to a token, but one character of Chinese, Japanese or Korean. */
export function estimateTokens(text: string): number {
  const cjk = text.match(/[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/g)?.length ?? 0;
  return Math.ceil((text.length - cjk) / 3.6 + cjk);
}

/** Headings, then paragraphs, then lines, then sentences: the text is split no finer than necessary. */
const separators = [/\n(?=#{1,2} )/, /\n(?=#{3,6} )/, /\n{2,}/, /\n/, /(?<=[.!?。！？])\s*/];

/** Splits a text into parts of at most `maxTokens` each, along its structure. */
export function splitText(text: string, maxTokens: number): string[] {
  const pieces = cut(text, maxTokens, 0);
  const parts: string[] = [];
  let room = 0;
  for (const piece of pieces) {
    const tokens = estimateTokens(piece) + 1;
    if (parts.length > 0 && tokens <= room) {
      parts[parts.length - 1] += `\n\n${piece}`;
      room -= tokens;
    } else {
      parts.push(piece);
      room = maxTokens - tokens;
    }
  }
  return parts;
}

function cut(text: string, maxTokens: number, level: number): string[] {
  if (estimateTokens(text) <= maxTokens) return text.trim() === '' ? [] : [text.trim()];
  const separator = separators[level];
  if (separator) return text.split(separator).flatMap((piece) => cut(piece, maxTokens, level + 1));
  const length = Math.max(1, Math.floor((maxTokens * text.length) / estimateTokens(text)));
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));
}
