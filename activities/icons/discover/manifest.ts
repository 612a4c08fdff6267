import type { Candidate, CandidateSource } from '../candidate.ts';
import { largestDeclared, resolveAddress } from './addresses.ts';
import type { PageTags } from './page.ts';

const mostIcons = 30;

export function manifestAddress({ links, base }: PageTags): string | undefined {
  return links
    .filter((link) => /(?:^|\s)manifest(?:\s|$)/i.test(link['rel'] ?? ''))
    .map((link) => resolveAddress(link['href'], base))
    .find((url) => url !== undefined);
}

/** Icons of a web app manifest. Their addresses are relative to the manifest, not to the page. */
export function manifestIcons(text: string, manifestUrl: string): Candidate[] {
  const manifest = parsed(text);
  if (!isRecord(manifest) || !Array.isArray(manifest['icons'])) return [];
  return manifest['icons'].slice(0, mostIcons).flatMap((icon: unknown): Candidate[] => {
    if (!isRecord(icon) || typeof icon['src'] !== 'string') return [];
    const url = resolveAddress(icon['src'], manifestUrl);
    if (url === undefined) return [];
    const declaredSide = largestDeclared(typeof icon['sizes'] === 'string' ? icon['sizes'] : undefined);
    const source = sourceOf(typeof icon['purpose'] === 'string' ? icon['purpose'] : 'any');
    return [{ url, source, ...(declaredSide === undefined ? {} : { declaredSide }) }];
  });
}

/** An icon may serve several purposes; the plainest is what it is best at. */
function sourceOf(purpose: string): CandidateSource {
  const purposes = purpose.toLowerCase().split(/\s+/);
  if (purposes.includes('any')) return 'manifest';
  if (purposes.includes('maskable')) return 'manifest-maskable';
  return purposes.includes('monochrome') ? 'manifest-monochrome' : 'manifest';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
