/** How far a block belongs to the true text of its page is told by aligning the two, word by word. */

/** More cells than this are not worth the memory; such a page is judged by its phrases alone. */
const maxCells = 120_000_000;
/** A run of this many words of the truth counts wherever it stands on the page. */
const phraseLength = 4;
const minPhraseWords = 5;
const minPhraseShare = 0.6;

/** What a matching word is worth if the words after it match too, if its block has no other, and otherwise. */
const inRun = 1.2;
const aloneInBlock = 0.6;
const single = 0.5;

const skipWord = 1;
const skipTruth = 2;
const match = 3;

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

interface NumberedWords {
  words: Int32Array;
  /** The block of each word. */
  owners: Int32Array;
  sizes: Float32Array;
}

function numberWords(texts: readonly string[], numbers: ReadonlyMap<string, number>): NumberedWords {
  const words: number[] = [];
  const owners: number[] = [];
  const sizes = new Float32Array(texts.length);
  for (const [at, text] of texts.entries()) {
    const own = wordsOf(text);
    sizes[at] = own.length;
    for (const word of own) {
      words.push(numbers.get(word) ?? 0);
      owners.push(at);
    }
  }
  return { words: Int32Array.from(words), owners: Int32Array.from(owners), sizes };
}

/** The longest common subsequence of page and truth, in which words that follow each other count more. */
function matchInOrder({ words, owners, sizes }: NumberedWords, truth: Int32Array): Uint8Array {
  const matched = new Uint8Array(words.length);
  const width = truth.length + 1;
  if (words.length * width > maxCells) return matched;
  const steps = new Uint8Array((words.length + 1) * width);
  let below = new Float32Array(width);
  let current = new Float32Array(width);
  for (let at = words.length - 1; at >= 0; at--) {
    const word = words[at] as number;
    for (let to = truth.length - 1; to >= 0; to--) {
      let best = below[to] as number;
      let step = skipWord;
      if ((current[to + 1] as number) > best) {
        best = current[to + 1] as number;
        step = skipTruth;
      }
      if (word !== 0 && word === truth[to]) {
        const goesOn = steps[(at + 1) * width + to + 1] === match || words[at + 1] === truth[to + 1];
        const isAlone = (sizes[owners[at] as number] as number) <= 1;
        const value = (below[to + 1] as number) + (goesOn ? inRun : isAlone ? aloneInBlock : single);
        if (value > best) {
          best = value;
          step = match;
        }
      }
      current[to] = best;
      steps[at * width + to] = step;
    }
    current[truth.length] = 0;
    [below, current] = [current, below];
  }
  for (let at = 0, to = 0; at < words.length && to < truth.length; ) {
    const step = steps[at * width + to];
    if (step === match) matched[at] = 1;
    if (step !== skipTruth) at++;
    if (step !== skipWord) to++;
  }
  return matched;
}

/** The words of a page that are part of a phrase of the truth, in any order. */
function matchPhrases({ words, owners }: NumberedWords, truth: Int32Array): Uint8Array {
  const matched = new Uint8Array(words.length);
  const phrases = new Set<string>();
  for (let at = 0; at + phraseLength <= truth.length; at++)
    phrases.add(truth.subarray(at, at + phraseLength).join(' '));
  for (let at = 0; at + phraseLength <= words.length; at++) {
    if (owners[at] !== owners[at + phraseLength - 1]) continue;
    if (phrases.has(words.subarray(at, at + phraseLength).join(' '))) matched.fill(1, at, at + phraseLength);
  }
  return matched;
}

/** The share of each block that belongs to the true text, from 0 to 1; -1 for a block without words. */
export function alignBlocks(texts: readonly string[], truth: string): number[] {
  const numbers = new Map<string, number>();
  const truthWords = Int32Array.from(wordsOf(truth), (word) => {
    const known = numbers.get(word) ?? numbers.size + 1;
    numbers.set(word, known);
    return known;
  });
  const page = numberWords(texts, numbers);
  const inOrder = new Float32Array(texts.length);
  const inPhrases = new Float32Array(texts.length);
  const ordered = matchInOrder(page, truthWords);
  const phrases = matchPhrases(page, truthWords);
  for (const [at, owner] of page.owners.entries()) {
    (inOrder[owner] as number) += ordered[at] as number;
    (inPhrases[owner] as number) += phrases[at] as number;
  }
  return texts.map((_, at) => {
    const size = page.sizes[at] as number;
    if (size === 0) return -1;
    const share = (inOrder[at] as number) / size;
    const phraseShare = (inPhrases[at] as number) / size;
    const isPhrase = size >= minPhraseWords && phraseShare >= minPhraseShare;
    return Math.max(share >= 0.5 ? share : share / 2, isPhrase ? phraseShare : 0);
  });
}
