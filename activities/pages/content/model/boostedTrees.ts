/**
 * Gradient-boosted decision trees as flat arrays. Node `n` of a tree asks whether feature `feature[n]` is at most
 * `threshold[n]`: yes leads to node `next[n]`, no to the one after it. A negative `feature` marks a leaf, whose value is
 * in `threshold`.
 */
export interface BoostedTrees {
  base: number;
  roots: number[];
  feature: number[];
  threshold: number[];
  next: number[];
}

export interface TreePredictor {
  /** The log-odds of each of `count` rows of features, stored one after the other. */
  logOdds(rows: Float32Array, count: number): Float64Array;
}

export function createPredictor({ base, ...trees }: BoostedTrees): TreePredictor {
  const roots = Int32Array.from(trees.roots);
  const feature = Int16Array.from(trees.feature);
  const threshold = Float32Array.from(trees.threshold);
  const next = Int32Array.from(trees.next);
  return {
    logOdds(rows, count) {
      const sums = new Float64Array(count).fill(base);
      const width = rows.length / count;
      // Tree by tree for all rows: one tree fits into the processor's cache, all of them do not.
      for (let tree = 0; tree < roots.length; tree++) {
        const root = roots[tree] as number;
        // Millions of nodes are asked for a large page, so there is no check whether an index exists.
        for (let row = 0; row < count; row++) {
          const offset = row * width;
          let at = root;
          for (let asked = feature[at] as number; asked >= 0; asked = feature[at] as number)
            at = (next[at] as number) + ((rows[offset + asked] as number) <= (threshold[at] as number) ? 0 : 1);
          sums[row] = (sums[row] as number) + (threshold[at] as number);
        }
      }
      return sums;
    },
  };
}

export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
