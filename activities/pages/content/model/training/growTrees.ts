import { type BoostedTrees, probability } from '../boostedTrees.ts';

/** Rows of numbers with a target between 0 and 1 and a weight each. */
export interface TrainingRows {
  /** Row by row, `featureCount` numbers each. */
  features: Float32Array;
  featureCount: number;
  targets: ArrayLike<number>;
  weights: ArrayLike<number>;
  /** The rows to learn from. */
  rows: Int32Array;
}

export interface GrowOptions {
  trees: number;
  leaves: number;
  learningRate: number;
  /** The share of rows and of features that each tree sees. */
  rowShare: number;
  featureShare: number;
  /** The least weight of the rows of a leaf, and how far leaves are drawn towards 0. */
  minLeafWeight: number;
  shrinkage: number;
  seed: number;
}

const maxBins = 48;

/** A small, seeded generator, so that the same data always gives the same trees. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Upper bounds of the bins of one feature: quantiles of a sample. */
function boundsOf(features: Float32Array, featureCount: number, at: number, rows: Int32Array): Float32Array {
  const step = Math.max(1, Math.floor(rows.length / 20_000));
  const sample: number[] = [];
  for (let n = 0; n < rows.length; n += step) sample.push(features[(rows[n] ?? 0) * featureCount + at] ?? 0);
  sample.sort((a, b) => a - b);
  const distinct = [...new Set(sample)];
  if (distinct.length <= maxBins)
    return Float32Array.from(distinct.slice(0, -1), (value, n) => (value + (distinct[n + 1] ?? value)) / 2);
  const bounds = new Set<number>();
  for (let bin = 1; bin < maxBins; bin++) bounds.add(sample[Math.floor((bin * sample.length) / maxBins)] ?? 0);
  return Float32Array.from([...bounds].sort((a, b) => a - b));
}

function binOf(bounds: Float32Array, value: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (bounds[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Leaf {
  /** Its rows are `order[start]` to `order[end - 1]`. */
  start: number;
  end: number;
  gradients: Float64Array;
  hessians: Float64Array;
  gradient: number;
  hessian: number;
  node: number;
  split?: { gain: number; feature: number; bin: number };
}

/** Grows boosted trees with histograms, the best leaf first, for the logistic loss. */
export function growTrees(data: TrainingRows, options: GrowOptions): BoostedTrees {
  const { features, featureCount, targets, weights, rows } = data;
  const random = createRandom(options.seed);
  const bounds = Array.from({ length: featureCount }, (_, at) => boundsOf(features, featureCount, at, rows));
  const columns = bounds.map((bound, at) =>
    Uint8Array.from(rows, (row) => binOf(bound, features[row * featureCount + at] ?? 0)),
  );
  const count = rows.length;
  const target = Float32Array.from(rows, (row) => targets[row] ?? 0);
  const weight = Float32Array.from(rows, (row) => weights[row] ?? 0);
  let sum = 0;
  let total = 0;
  for (let n = 0; n < count; n++) {
    sum += (target[n] ?? 0) * (weight[n] ?? 0);
    total += weight[n] ?? 0;
  }
  const base = Math.log(sum / (total - sum));
  const scores = new Float32Array(count).fill(base);
  const gradient = new Float32Array(count);
  const hessian = new Float32Array(count);
  const model: BoostedTrees = { base, roots: [], feature: [], threshold: [], next: [] };
  const order = new Int32Array(count);
  const scratch = new Int32Array(count);

  function histogram(start: number, end: number, used: readonly number[]): Pick<Leaf, 'gradients' | 'hessians'> {
    const gradients = new Float64Array(featureCount * maxBins);
    const hessians = new Float64Array(featureCount * maxBins);
    for (const at of used) {
      const column = columns[at] ?? new Uint8Array();
      const offset = at * maxBins;
      for (let n = start; n < end; n++) {
        const row = order[n] as number;
        const slot = offset + (column[row] as number);
        (gradients[slot] as number) += gradient[row] as number;
        (hessians[slot] as number) += hessian[row] as number;
      }
    }
    return { gradients, hessians };
  }

  const value = (g: number, h: number) => (-g / (h + options.shrinkage)) * options.learningRate;
  const gain = (g: number, h: number) => (g * g) / (h + options.shrinkage);

  function findSplit(leaf: Leaf, used: readonly number[]): void {
    let best = { gain: 1e-6, feature: -1, bin: 0 };
    const whole = gain(leaf.gradient, leaf.hessian);
    for (const at of used) {
      let g = 0;
      let h = 0;
      const last = (bounds[at] ?? []).length;
      for (let bin = 0; bin < last; bin++) {
        g += leaf.gradients[at * maxBins + bin] as number;
        h += leaf.hessians[at * maxBins + bin] as number;
        if (h < options.minLeafWeight) continue;
        if (leaf.hessian - h < options.minLeafWeight) break;
        const better = gain(g, h) + gain(leaf.gradient - g, leaf.hessian - h) - whole;
        if (better > best.gain) best = { gain: better, feature: at, bin };
      }
    }
    if (best.feature >= 0) leaf.split = best;
  }

  function newNode(leafValue: number): number {
    model.feature.push(-1);
    model.threshold.push(leafValue);
    model.next.push(0);
    return model.feature.length - 1;
  }

  function newLeaf(start: number, end: number, bins: Pick<Leaf, 'gradients' | 'hessians'>): Leaf {
    let g = 0;
    let h = 0;
    for (let n = start; n < end; n++) {
      g += gradient[order[n] as number] as number;
      h += hessian[order[n] as number] as number;
    }
    return { start, end, ...bins, gradient: g, hessian: h, node: newNode(value(g, h)) };
  }

  function split(leaf: Leaf, used: readonly number[]): [Leaf, Leaf] {
    const { feature, bin } = leaf.split ?? { feature: 0, bin: 0 };
    const column = columns[feature] ?? new Uint8Array();
    let middle = leaf.start;
    let rest = 0;
    for (let n = leaf.start; n < leaf.end; n++) {
      const row = order[n] as number;
      if ((column[row] as number) <= bin) order[middle++] = row;
      else scratch[rest++] = row;
    }
    order.set(scratch.subarray(0, rest), middle);
    const isLeftSmall = middle - leaf.start < leaf.end - middle;
    const small = isLeftSmall ? histogram(leaf.start, middle, used) : histogram(middle, leaf.end, used);
    // The larger child is what is left of the parent.
    for (let n = 0; n < small.gradients.length; n++) {
      (leaf.gradients[n] as number) -= small.gradients[n] as number;
      (leaf.hessians[n] as number) -= small.hessians[n] as number;
    }
    const large = { gradients: leaf.gradients, hessians: leaf.hessians };
    const left = newLeaf(leaf.start, middle, isLeftSmall ? small : large);
    const right = newLeaf(middle, leaf.end, isLeftSmall ? large : small);
    model.feature[leaf.node] = feature;
    model.threshold[leaf.node] = bounds[feature]?.[bin] ?? 0;
    // The node of `right` is the one after that of `left`.
    model.next[leaf.node] = left.node;
    return [left, right];
  }

  function scoreOf(row: number, root: number): number {
    let at = root;
    for (let asked = model.feature[at] ?? -1; asked >= 0; asked = model.feature[at] ?? -1) {
      const isBelow =
        (features[(rows[row] as number) * featureCount + asked] as number) <= (model.threshold[at] as number);
      at = (model.next[at] ?? 0) + (isBelow ? 0 : 1);
    }
    return model.threshold[at] ?? 0;
  }

  for (let tree = 0; tree < options.trees; tree++) {
    let taken = 0;
    for (let n = 0; n < count; n++) {
      const p = probability(scores[n] as number);
      gradient[n] = (p - (target[n] as number)) * (weight[n] as number);
      hessian[n] = Math.max(1e-4, p * (1 - p)) * (weight[n] as number);
      if (random() < options.rowShare) order[taken++] = n;
    }
    const used = Array.from({ length: featureCount }, (_, at) => at).filter(() => random() < options.featureShare);
    const first = newLeaf(0, taken, histogram(0, taken, used));
    model.roots.push(first.node);
    findSplit(first, used);
    const leaves = [first];
    while (leaves.length < options.leaves) {
      let best: Leaf | undefined;
      for (const leaf of leaves) if (leaf.split && leaf.split.gain > (best?.split?.gain ?? 0)) best = leaf;
      if (!best) break;
      const [left, right] = split(best, used);
      findSplit(left, used);
      findSplit(right, used);
      leaves.splice(leaves.indexOf(best), 1, left, right);
    }
    for (let n = 0; n < count; n++) (scores[n] as number) += scoreOf(n, first.node);
  }
  return model;
}
