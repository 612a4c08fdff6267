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
  /** The log-odds for the features that begin at `offset`. */
  logOdds(features: Float32Array, offset?: number): number;
}

export function createPredictor({ base, ...trees }: BoostedTrees): TreePredictor {
  const roots = Int32Array.from(trees.roots);
  const feature = Int16Array.from(trees.feature);
  const threshold = Float32Array.from(trees.threshold);
  const next = Int32Array.from(trees.next);
  return {
    // Millions of nodes are asked for a large page, so there is no check whether an index exists.
    logOdds(features, offset = 0) {
      let sum = base;
      for (let tree = 0; tree < roots.length; tree++) {
        let at = roots[tree] as number;
        for (let asked = feature[at] as number; asked >= 0; asked = feature[at] as number)
          at = (next[at] as number) + ((features[offset + asked] as number) <= (threshold[at] as number) ? 0 : 1);
        sum += threshold[at] as number;
      }
      return sum;
    },
  };
}

export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
