/** How many of each a document has. */
export type Structure = Partial<Record<StructureKind, number>>;

export const structureKinds = ['headings', 'tables', 'items'] as const;
type StructureKind = (typeof structureKinds)[number];

const patterns: Readonly<Record<StructureKind, RegExp>> = {
  headings: /^\s*#{1,6} \S/gm,
  tables: /^\s*\|(?: *:?-{3,}:? *\|)+\s*$/gm,
  // Within a table they stand behind line breaks.
  items: /(?:^[\s>]*|<br>|\| )(?:[-*+]|\d+[.)]) /gm,
};

/** What of a kind is in each markdown, up to what there is in the document, as a share of all that there is. */
export function shareKept(
  kind: StructureKind,
  documents: readonly { structure: Structure; markdown: string }[],
): { share: number; count: number } {
  let count = 0;
  let kept = 0;
  for (const { structure, markdown } of documents) {
    const expected = structure[kind] ?? 0;
    count += expected;
    kept += Math.min(expected, markdown.match(patterns[kind])?.length ?? 0);
  }
  return { share: count === 0 ? 1 : kept / count, count };
}
