import type { PageMetadata } from '../../contracts/results/page.ts';

type Field = 'title' | 'description' | 'author' | 'language' | 'published' | 'modified';

const maxLength = 1_000;

/** The fields that say something. */
export function metadataOf(fields: Partial<Record<Field, string | undefined>>): Partial<PageMetadata> {
  const filled = Object.entries(fields).flatMap(([name, value]) => {
    const text = value?.trim().replace(/\s+/g, ' ').slice(0, maxLength);
    return text ? [[name, text]] : [];
  });
  return Object.fromEntries(filled);
}
