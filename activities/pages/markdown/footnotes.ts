import { contains, descendants, findFirst, following, type PageElement, textOf } from '../tree/nodes.ts';

export interface Footnotes {
  references: ReadonlyMap<PageElement, string>;
  notes: ReadonlySet<PageElement>;
  /** The arrows from a note back to its place. */
  backlinks: ReadonlySet<PageElement>;
  inOrder: readonly { label: string; note: PageElement }[];
}

export const noFootnotes: Footnotes = { references: new Map(), notes: new Set(), backlinks: new Set(), inOrder: [] };

function fragmentOf({ name, attribs }: PageElement): string | undefined {
  const href = name === 'a' ? attribs['href'] : undefined;
  return href?.startsWith('#') && href.length > 1 ? href.slice(1) : undefined;
}

function isReferenceMark(link: PageElement): boolean {
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

/** Pairs each raised mark with the note that it points to. To be read before addresses are made absolute. */
export function readFootnotes(root: PageElement): Footnotes {
  const marks: { link: PageElement; fragment: string }[] = [];
  const ids = new Map<string, PageElement>();
  for (const element of descendants(root)) {
    const id = element.attribs['id'] ?? (element.name === 'a' ? element.attribs['name'] : undefined);
    if (id && !ids.has(id)) ids.set(id, element);
    const fragment = fragmentOf(element);
    if (fragment && isReferenceMark(element)) marks.push({ link: element, fragment });
  }
  if (marks.length === 0) return noFootnotes;
  const references = new Map<PageElement, string>();
  const labels = new Map<PageElement, string>();
  const used = new Set<string>();
  for (const { link, fragment } of marks) {
    const target = ids.get(fragment) ?? ids.get(decodeFragment(fragment));
    const note = target && noteOf(target);
    if (!note || contains(note, link)) continue;
    let label = labels.get(note);
    if (!label) {
      label = textOf(link).replace(/[^\p{L}\d]+/gu, '') || String(labels.size + 1);
      while (used.has(label)) label = `${label}-${labels.size + 1}`;
      used.add(label);
      labels.set(note, label);
    }
    references.set(link.parent?.name === 'sup' && isAlone(link) ? link.parent : link, label);
  }
  return {
    references,
    notes: new Set(labels.keys()),
    backlinks: backlinksOf(labels),
    inOrder: [...labels].map(([note, label]) => ({ label, note })),
  };
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function isAlone(link: PageElement): boolean {
  return link.parent?.children.length === 1;
}

function backlinksOf(notes: ReadonlyMap<PageElement, string>): Set<PageElement> {
  const backlinks = new Set<PageElement>();
  for (const note of notes.keys())
    for (let node = following(note, note); node; node = following(node, note))
      if (node.nodeType === 1 && fragmentOf(node) && /^[\s\p{P}\p{S}\da-z]{0,4}\ufe0e?$/iu.test(textOf(node)))
        backlinks.add(node);
  return backlinks;
}
