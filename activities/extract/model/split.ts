/** About how many tokens a text is: four letters of an alphabet, one sign of a script that writes words with one. */
export function tokensIn(text: string): number {
  const dense = text.match(/[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/g)?.length ?? 0;
  return Math.ceil((text.length - dense) / 3.6 + dense);
}

/** Between headings, then paragraphs, then lines, then sentences: the coarsest that is needed. */
const seams = [/\n(?=#{1,2} )/, /\n(?=#{3,6} )/, /\n{2,}/, /\n/, /(?<=[.!?。！？])\s*/];

/** A text in parts of at most so many tokens each, cut where its structure allows it. */
export function splitText(text: string, budget: number): string[] {
  const pieces = cut(text, budget, 0);
  const parts: string[] = [];
  let room = 0;
  for (const piece of pieces) {
    const tokens = tokensIn(piece) + 1;
    if (parts.length > 0 && tokens <= room) {
      parts[parts.length - 1] += `\n\n${piece}`;
      room -= tokens;
    } else {
      parts.push(piece);
      room = budget - tokens;
    }
  }
  return parts;
}

function cut(text: string, budget: number, level: number): string[] {
  if (tokensIn(text) <= budget) return text.trim() === '' ? [] : [text.trim()];
  const seam = seams[level];
  if (seam) return text.split(seam).flatMap((piece) => cut(piece, budget, level + 1));
  const length = Math.max(1, Math.floor((budget * text.length) / tokensIn(text)));
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));
}
