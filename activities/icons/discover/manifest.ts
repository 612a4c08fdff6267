import { isRecord } from '../../../contracts/json/isRecord.ts';
import type { Candidate, CandidateSource } from '../candidate.ts';
import type { PageTags } from './pageTags.ts';
import { largestDeclaredSide, resolveUrl } from './urls.ts';

const maxIcons = 30;

export function manifestUrl({ links, base }: PageTags): string | undefined {
  return links
    .filter((link) => /(?:^|\s)manifest(?:\s|$)/i.test(link['rel'] ?? ''))
    .map((link) => resolveUrl(link['href'], base))
    .find((url) => url !== undefined);
}

/** Icons of a web app manifest. Their URLs are relative to the manifest, not to the page. */
export function manifestIcons(text: string, manifestUrl: string): Candidate[] {
  const manifest = parseJson(text);
  if (!isRecord(manifest) || !Array.isArray(manifest['icons'])) return [];
  return manifest['icons'].slice(0, maxIcons).flatMap((icon: unknown): Candidate[] => {
    if (!isRecord(icon) || typeof icon['src'] !== 'string') return [];
    const url = resolveUrl(icon['src'], manifestUrl);
    if (url === undefined) return [];
    const declaredSide = largestDeclaredSide(typeof icon['sizes'] === 'string' ? icon['sizes'] : undefined);
    const source = sourceOf(typeof icon['purpose'] === 'string' ? icon['purpose'] : 'any');
    return [{ url, source, ...(declaredSide === undefined ? {} : { declaredSide }) }];
  });
}

/** An icon may have several purposes; the most general one counts. */
function sourceOf(purpose: string): CandidateSource {
  const purposes = purpose.toLowerCase().split(/\s+/);
  if (purposes.includes('any')) return 'manifest';
  if (purposes.includes('maskable')) return 'manifest-maskable';
  return purposes.includes('monochrome') ? 'manifest-monochrome' : 'manifest';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
