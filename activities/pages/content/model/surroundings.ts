import type { Container } from './blocks.ts';
import type { LabelFacts, LabelReader } from './labelFacts.ts';

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
  /** The smallest container around that has this share of the page's words, and its label. */
  part5: Container | undefined;
  part20: Container | undefined;
  part50: Container | undefined;
  part5Label: number;
  part20Label: number;
  part50Label: number;
  hasTitle: boolean;
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
    part5: share >= 0.05 ? container : outer?.part5,
    part20: share >= 0.2 ? container : outer?.part20,
    part50: share >= 0.5 ? container : outer?.part50,
    part5Label: share >= 0.05 && hasLabel ? own : (outer?.part5Label ?? 0),
    part20Label: share >= 0.2 && hasLabel ? own : (outer?.part20Label ?? 0),
    part50Label: share >= 0.5 && hasLabel ? own : (outer?.part50Label ?? 0),
    hasTitle: title >= container.firstBlock && title < container.endBlock,
  };
}

/** Looks up, and remembers, what surrounds the blocks of a container. `title` is the position of the page's title. */
export class SurroundingsReader {
  private readonly known = new Map<Container, Surroundings>();

  constructor(
    private readonly root: Container,
    private readonly labels: LabelReader,
    private readonly title: number,
  ) {}

  around(container: Container): Surroundings {
    let found = this.known.get(container);
    if (!found) {
      const outer = container.parent ? this.around(container.parent) : undefined;
      found = surroundingsOf(container, outer, this.root, this.labels.read(container.element), this.title);
      this.known.set(container, found);
    }
    return found;
  }
}
