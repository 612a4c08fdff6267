import type { PageElement } from '../../tree/nodes.ts';
import { isBodyLabel, isClutter, isComments, isPeripheral, isRelatedContent, labelOf } from '../labels.ts';
import type { Container } from './blocks.ts';

export const regionNames = [
  'nav',
  'footer',
  'header',
  'aside',
  'main',
  'article',
  'form',
  'section',
  'table',
  'ul',
  'figure',
  'blockquote',
  'details',
  'dialog',
  'label',
] as const;
const regionAt = new Map<string, number>(regionNames.map((name, at) => [name, at]));
const roleRegions: Readonly<Record<string, string>> = {
  navigation: 'nav',
  contentinfo: 'footer',
  banner: 'header',
  complementary: 'aside',
  main: 'main',
  article: 'article',
  search: 'form',
  dialog: 'dialog',
  alertdialog: 'dialog',
};

/** What a block inherits from the containers around it. */
export interface Surroundings {
  regions: number;
  itemprop: number;
  hidden: number;
  clutter: number;
  peripheral: number;
  related: number;
  comments: number;
  body: number;
  label0: number;
  label1: number;
  label2: number;
  labelSum: number;
  labelMin: number;
  labelMax: number;
  /** The strongest container with siblings like it, nearest and outermost. */
  repeated: Container | undefined;
  outerRepeated: Container | undefined;
  parts: (Container | undefined)[];
  partLabels: number[];
  hasTitle: boolean;
}

const partShares = [0.05, 0.2, 0.5] as const;

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
interface LabelFacts {
  weight: number;
  isClutter: boolean;
  isPeripheral: boolean;
  isRelatedContent: boolean;
  isComments: boolean;
  isBodyLabel: boolean;
}

/** The elements of a page share few labels, and each is looked at once. */
function createLabelReader(weights: ReadonlyMap<string, number>): (element: PageElement) => LabelFacts | undefined {
  const known = new Map<string, LabelFacts | undefined>();
  return (element) => {
    const { attribs } = element;
    const key = `${attribs['id'] ?? ''} ${attribs['class'] ?? ''} ${attribs['data-component'] ?? ''} ${attribs['data-testid'] ?? ''}`;
    if (key.length <= 3) return undefined;
    if (known.has(key)) return known.get(key);
    const label = labelOf(element);
    const facts = label
      ? {
          weight: labelWeightOf(label, weights),
          isClutter: isClutter(label),
          isPeripheral: isPeripheral(label),
          isRelatedContent: isRelatedContent(label),
          isComments: isComments(label),
          isBodyLabel: isBodyLabel(label),
        }
      : undefined;
    known.set(key, facts);
    return facts;
  };
}

function surroundingsOf(
  container: Container,
  outer: Surroundings | undefined,
  root: Container,
  label: LabelFacts | undefined,
  title: number,
): Surroundings {
  const { element } = container;
  const region = regionAt.get(
    roleRegions[element.attribs['role'] ?? ''] ?? (element.name === 'ol' ? 'ul' : element.name),
  );
  const own = label?.weight ?? 0;
  const hasLabel = label !== undefined;
  const isRepeated = container.alike >= 3;
  const share = container.words / Math.max(1, root.words);
  return {
    regions: (outer?.regions ?? 0) | (region === undefined ? 0 : 1 << region),
    itemprop: element.attribs['itemprop'] !== undefined ? 1 : (outer?.itemprop ?? 0) * 0.5,
    hidden:
      element.attribs['aria-hidden'] === 'true' ||
      /display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.attribs['style'] ?? '')
        ? 1
        : (outer?.hidden ?? 0),
    clutter: label?.isClutter ? 1 : (outer?.clutter ?? 0) * 0.8,
    peripheral: label?.isPeripheral ? 1 : (outer?.peripheral ?? 0) * 0.8,
    related: label?.isRelatedContent ? 1 : (outer?.related ?? 0) * 0.8,
    comments: label?.isComments ? 1 : (outer?.comments ?? 0) * 0.8,
    body: label?.isBodyLabel ? 1 : (outer?.body ?? 0) * 0.8,
    label0: hasLabel ? own : (outer?.label0 ?? 0),
    label1: hasLabel ? (outer?.label0 ?? 0) : (outer?.label1 ?? 0),
    label2: hasLabel ? (outer?.label1 ?? 0) : (outer?.label2 ?? 0),
    labelSum: (outer?.labelSum ?? 0) * 0.85 + own,
    labelMin: Math.min(outer?.labelMin ?? 0, own),
    labelMax: Math.max(outer?.labelMax ?? 0, own),
    repeated: isRepeated ? container : outer?.repeated,
    outerRepeated: outer?.outerRepeated ?? (isRepeated ? container : undefined),
    parts: partShares.map((min, at) => (share >= min ? container : outer?.parts[at])),
    partLabels: partShares.map((min, at) =>
      share >= min ? (hasLabel ? own : (outer?.partLabels[at] ?? 0)) : (outer?.partLabels[at] ?? 0),
    ),
    hasTitle: title >= container.firstBlock && title < container.endBlock,
  };
}

/** Looks up, and remembers, what surrounds the blocks of a container. `title` is the position of the page's title. */
export function createSurroundings(
  root: Container,
  labelWeights: ReadonlyMap<string, number>,
  title: number,
): (container: Container) => Surroundings {
  const known = new Map<Container, Surroundings>();
  const readLabel = createLabelReader(labelWeights);
  function around(container: Container): Surroundings {
    let found = known.get(container);
    if (!found) {
      const outer = container.parent ? around(container.parent) : undefined;
      found = surroundingsOf(container, outer, root, readLabel(container.element), title);
      known.set(container, found);
    }
    return found;
  }
  return around;
}
