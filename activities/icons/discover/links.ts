import type { Theme } from '../../../contracts/images/parameters.ts';
import type { Candidate, CandidateSource } from '../candidate.ts';
import type { PageTags } from './pageTags.ts';
import { largestDeclaredSide, resolveUrl } from './urls.ts';

/** Icons that a page's `link` elements declare. */
export function linkedIcons({ links, base }: PageTags): Candidate[] {
  return links.flatMap((link) => {
    const source = sourceOf(link);
    const url = source === undefined ? undefined : resolveUrl(link['href'], base);
    if (source === undefined || url === undefined) return [];
    const declaredSide = largestDeclaredSide(link['sizes']);
    const declaredTheme = themeOf(link['media']);
    return [
      {
        ...{ url, source },
        ...(declaredSide === undefined ? {} : { declaredSide }),
        ...(declaredTheme === undefined ? {} : { declaredTheme }),
        ...(source === 'mask-icon' && link['color'] !== undefined ? { maskColor: link['color'] } : {}),
      },
    ];
  });
}

function sourceOf(link: Record<string, string>): CandidateSource | undefined {
  const rels = new Set((link['rel'] ?? '').toLowerCase().split(/\s+/));
  if (rels.has('mask-icon')) return 'mask-icon';
  if (rels.has('apple-touch-icon') || rels.has('apple-touch-icon-precomposed')) return 'touch-icon';
  if (rels.has('fluid-icon')) return 'fluid-icon';
  if (!rels.has('icon')) return undefined;
  const isDrawing =
    /svg/i.test(link['type'] ?? '') || /\.svgz?(?:[?#]|$)|^\s*data:image\/svg/i.test(link['href'] ?? '');
  return isDrawing ? 'svg-icon' : 'icon';
}

/** `(prefers-color-scheme: dark)`, alone or among other conditions. */
function themeOf(media: string | undefined): Theme | undefined {
  const condition = /(not\s[^)]*)?prefers-color-scheme\s*:\s*(light|dark)/i.exec(media ?? '');
  if (condition === null) return undefined;
  const named = condition[2]?.toLowerCase() === 'dark' ? 'dark' : 'light';
  if (condition[1] === undefined) return named;
  return named === 'dark' ? 'light' : 'dark';
}
