/**
 * The blocks of a page are alike: if one of many improbable ones is no content, neither are the others. So what is
 * improbable counts as even less probable than the trees say, and the other way round.
 */
const sharpness = 1.5;

function sharpened(probability: number): number {
  const yes = probability ** sharpness;
  return yes / (yes + (1 - probability) ** sharpness);
}

/**
 * Keeps the blocks whose expected F1 is best: with the probabilities at hand, the most probable ones up to the point
 * where adding more would cost more precision than it wins recall. `words` has the length of each block.
 */
export function decide(words: readonly number[], estimates: Float32Array): boolean[] {
  const probabilities = estimates.map(sharpened);
  const order = words.map((_, at) => at).sort((a, b) => (probabilities[b] ?? 0) - (probabilities[a] ?? 0));
  const expected = words.reduce((sum, count, at) => sum + count * (probabilities[at] ?? 0), 0);
  let right = 0;
  let taken = 0;
  let best = 0;
  let threshold = 1;
  for (const at of order) {
    const count = words[at] ?? 0;
    right += count * (probabilities[at] ?? 0);
    taken += count;
    const f1 = taken > 0 ? (2 * right) / (taken + expected) : 0;
    if (f1 > best) {
      best = f1;
      threshold = probabilities[at] ?? 1;
    }
  }
  return words.map((count, at) => count > 0 && (probabilities[at] ?? 0) >= threshold);
}
