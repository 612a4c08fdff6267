import type { PdfDocument } from './open.ts';

export interface OutlineEntry {
  title: string;
  depth: number;
}

const maxEntries = 5_000;
const maxDepth = 6;

/** The entries of the document's outline; their titles are those of its headings. */
export async function readOutline(document: PdfDocument): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  function collect(items: Awaited<ReturnType<PdfDocument['getOutline']>>, depth: number): void {
    for (const { title, items: inner } of items ?? []) {
      if (entries.length >= maxEntries) return;
      entries.push({ title, depth });
      if (depth + 1 < maxDepth) collect(inner, depth + 1);
    }
  }
  collect(await document.getOutline().catch(() => []), 0);
  return entries;
}
