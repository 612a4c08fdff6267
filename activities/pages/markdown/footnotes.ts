import { contains, descendants, findFirst, following, type PageElement } from '../tree/nodes.ts';

export interface Footnotes {
  /** The label of each reference to a note. */
  references: ReadonlyMap<PageElement, string>;
  notes: ReadonlySet<PageElement>;
  /** The links from a note back to its reference. */
  backlinks: ReadonlySet<PageElement>;
  /** In the order of their first reference. */
  ordered: readonly { label: string; note: PageElement }[];
}

export const noFootnotes: Footnotes = { references: new Map(), notes: new Set(), backlinks: new Set(), ordered: [] };

function fragmentOf({ name, attribs }: PageElement): string | undefined {
  const href = name === 'a' ? attribs['href'] : undefined;
  return href?.startsWith('#') && href.length > 1 ? href.slice(1) : undefined;
}

function isFootnoteReference(link: PageElement): boolean {
  return (
    link.parent?.name === 'sup' ||
    findFirst(link, ({ name }) => name === 'sup') !== undefined ||
    /footnote-?ref|noteref/i.test(
      `${link.attribs['class'] ?? ''} ${link.attribs['role'] ?? ''} ${link.attribs['epub:type'] ?? ''}`,
    )
  );
}

const noteNames = new Set(['li', 'p', 'div', 'aside', 'dd', 'section']);

function noteOf(target: PageElement): PageElement | undefined {
  for (let at: PageElement | null = target, steps = 0; at && steps < 3; at = at.parent, steps++)
    if (noteNames.has(at.name)) return at;
  return undefined;
}

/** Pairs references with the notes that they link to. Must run before links are made absolute. */
export function readFootnotes(root: PageElement): Footnotes {
  const candidates: { link: PageElement; fragment: string }[] = [];
  const ids = new Map<string, PageElement>();
  for (const element of descendants(root)) {
    const id = element.attribs['id'] ?? (element.name === 'a' ? element.attribs['name'] : undefined);
    if (id && !ids.has(id)) ids.set(id, element);
    const fragment = fragmentOf(element);
    if (fragment && isFootnoteReference(element)) candidates.push({ link: element, fragment });
  }
  if (candidates.length === 0) return noFootnotes;
  const references = new Map<PageElement, string>();
  const labels = new Map<PageElement, string>();
  const used = new Set<string>();
  for (const { link, fragment } of candidates) {
    const target = ids.get(fragment) ?? ids.get(decodeFragment(fragment));
    const note = target && noteOf(target);
    if (!note || contains(note, link)) continue;
    let label = labels.get(note);
    if (!label) {
      label = link.textContent.replace(/[^\p{L}\d]+/gu, '') || String(labels.size + 1);
      while (used.has(label)) label = `${label}-${labels.size + 1}`;
      used.add(label);
      labels.set(note, label);
    }
    references.set(link.parent?.name === 'sup' && isOnlyChild(link) ? link.parent : link, label);
  }
  return {
    references,
    notes: new Set(labels.keys()),
    backlinks: backlinksOf(labels),
    ordered: [...labels].map(([note, label]) => ({ label, note })),
  };
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function isOnlyChild(link: PageElement): boolean {
  return link.parent?.children.length === 1;
}

function backlinksOf(notes: ReadonlyMap<PageElement, string>): Set<PageElement> {
  const backlinks = new Set<PageElement>();
  for (const note of notes.keys())
    for (let node = following(note, note); node; node = following(node, note))
      if (node.nodeType === 1 && fragmentOf(node) && /^[\s\p{P}\p{S}\da-z]{0,4}\ufe0e?$/iu.test(node.textContent))
        backlinks.add(node);
  return backlinks;
}
