import type { PageElement } from '../../tree/nodes.ts';
import { isBodyLabel, isClutter, isComments, isPeripheral, isRelatedContent, labelOf } from '../labels.ts';

const maxKnownLabels = 5_000;

function labelWeightOf(label: string, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  let count = 0;
  for (const word of label.split(' ')) {
    const weight = word ? weights.get(word) : undefined;
    if (weight !== undefined) {
      sum += weight;
      count++;
    }
  }
  return count > 0 ? sum / Math.sqrt(count) : 0;
}

/** What the id and classes of an element say. */
export interface LabelFacts {
  weight: number;
  isClutter: boolean;
  isPeripheral: boolean;
  isRelatedContent: boolean;
  isComments: boolean;
  isBodyLabel: boolean;
}

/** The elements of a page share few labels, and so do the pages of a site: each is looked at once. */
export class LabelReader {
  private readonly known = new Map<string, LabelFacts>();

  constructor(private readonly weights: ReadonlyMap<string, number>) {}

  read(element: PageElement): LabelFacts | undefined {
    const label = labelOf(element);
    if (!label) return undefined;
    let facts = this.known.get(label);
    if (!facts) {
      facts = {
        weight: labelWeightOf(label, this.weights),
        isClutter: isClutter(label),
        isPeripheral: isPeripheral(label),
        isRelatedContent: isRelatedContent(label),
        isComments: isComments(label),
        isBodyLabel: isBodyLabel(label),
      };
      if (this.known.size >= maxKnownLabels) this.known.clear();
      this.known.set(label, facts);
    }
    return facts;
  }
}
