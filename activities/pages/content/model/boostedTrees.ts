/**
 * Gradient-boosted decision trees as flat arrays. Node `n` of a tree asks whether feature `feature[n]` is at most
 * `threshold[n]`: yes leads to `left[n]`, no to `right[n]`. A negative `feature` marks a leaf, whose value is in
 * `threshold`.
 */
export interface BoostedTrees {
  base: number;
  roots: number[];
  feature: number[];
  threshold: number[];
  left: number[];
  right: number[];
}

export interface TreePredictor {
  /** The log-odds for the features that begin at `offset`. */
  logOdds(features: Float32Array, offset: number): number;
}

export function createPredictor({ base, ...trees }: BoostedTrees): TreePredictor {
  const roots = Int32Array.from(trees.roots);
  const feature = Int16Array.from(trees.feature);
  const threshold = Float32Array.from(trees.threshold);
  const left = Int32Array.from(trees.left);
  const right = Int32Array.from(trees.right);
  return {
    logOdds(features, offset) {
      let sum = base;
      for (let tree = 0; tree < roots.length; tree++) {
        let at = roots[tree] ?? 0;
        for (let asked = feature[at] ?? -1; asked >= 0; asked = feature[at] ?? -1)
          at = ((features[offset + asked] ?? 0) <= (threshold[at] ?? 0) ? left[at] : right[at]) ?? 0;
        sum += threshold[at] ?? 0;
      }
      return sum;
    },
  };
}

export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
