export interface CharacterCounts {
  punctuation: number;
  sentences: number;
  digits: number;
  capitals: number;
}

const punctuationMarks = new Set(Array.from(',;:.!?。、！？', (mark) => mark.charCodeAt(0)));
const sentenceEnds = new Set(Array.from('.!?。！？', (mark) => mark.charCodeAt(0)));

/** In one pass, because a page has many texts and each is counted in several ways. */
export function countCharacters(text: string): CharacterCounts {
  const counts = { punctuation: 0, sentences: 0, digits: 0, capitals: 0 };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) continue;
    if (code >= 65 && code <= 90) counts.capitals++;
    else if (code >= 48 && code <= 57) counts.digits++;
    else if (punctuationMarks.has(code)) {
      counts.punctuation++;
      const next = text.charCodeAt(at + 1);
      if (sentenceEnds.has(code) && (Number.isNaN(next) || next <= 32 || next === 160)) counts.sentences++;
    }
  }
  return counts;
}
