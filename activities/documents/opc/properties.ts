import type { PageMetadata } from '../../../contracts/results/page.ts';
import type { Archive } from '../archive.ts';
import { metadataOf } from '../metadata.ts';
import { firstNamed, parseXml } from '../xml.ts';

const part = 'docProps/core.xml';

/** The title, author and dates of an Office document. */
export async function readProperties(archive: Archive): Promise<Partial<PageMetadata>> {
  if (!archive.has(part)) return {};
  const root = parseXml(await archive.text(part));
  return metadataOf({
    title: firstNamed(root, 'title')?.textContent,
    description: firstNamed(root, 'description')?.textContent || firstNamed(root, 'subject')?.textContent,
    author: firstNamed(root, 'creator')?.textContent,
    language: firstNamed(root, 'language')?.textContent,
    published: firstNamed(root, 'created')?.textContent,
    modified: firstNamed(root, 'modified')?.textContent,
  });
}
