import { page } from '../../egress/rendering/inPage/unclobbered.ts';
import type { LogoCandidate } from '../evidence.ts';
import { drawingColors } from './colorUses.ts';
import { pictureColors } from './pictureColors.ts';
import { drawingUrl } from './svg.ts';
import type { VisitedElement } from './walk.ts';

const maxCandidates = 60;
const logoName = /logo|brand/i;
const maxUrlLength = 60_000;

/** Pictures that may be the site's logo: those in the header or near the top, and those named like a logo. */
export function createLogos() {
  const found: LogoCandidate[] = [];
  return {
    visit({ element, style, box, zone }: VisitedElement): void {
      if (found.length >= maxCandidates || box.height < 10 || box.width < 10 || box.width > 900 || box.height > 500)
        return;
      const tag = element.localName;
      const picture = /url\("?([^")]+)"?\)/.exec(style.backgroundImage)?.[1];
      const kind = tag === 'img' ? 'img' : tag === 'svg' ? 'svg' : picture !== undefined ? 'background' : undefined;
      if (kind === undefined) return;
      const names = namesAround(element);
      const isNamedLogo = logoName.test(names);
      if (kind === 'background' && !isNamedLogo) return;
      if (!isNamedLogo && zone !== 'header' && box.top + window.scrollY > 300) return;
      const url = kind === 'img' ? imageUrl(element) : kind === 'svg' ? drawingUrl(element) : picture;
      if (url === undefined || url === '' || url.length > maxUrlLength) return;
      const link = element.closest('a[href]');
      const file = url.startsWith('data:') ? '' : url.split(/[?#]/, 1)[0]?.split('/').slice(-2).join('/');
      found.push({
        kind,
        url,
        alt: altOf(element, link),
        names: `${names} ${file}`.slice(0, 400),
        zone,
        linksHome: link !== null && leadsHome(link, isNamedLogo),
        linksAway: link !== null && leadsAway(link),
        siblings: pictureSiblings(element),
        colors: kind === 'svg' ? [...drawingColors(element)].slice(0, 6) : kind === 'img' ? pictureColors(element) : [],
        x: Math.round(box.left + window.scrollX),
        y: Math.round(box.top + window.scrollY),
        width: Math.round(box.width),
        height: Math.round(box.height),
      });
    },
    all: () => found,
  };
}

function imageUrl(element: Element): string | undefined {
  return element instanceof HTMLImageElement ? element.currentSrc || element.src : undefined;
}

/** Ids and classes of the element and its next three ancestors; those further up contain other things too. */
function namesAround(element: Element): string {
  const names: string[] = [];
  let at: Element | null = element;
  for (let level = 0; at !== null && level < 4 && at !== page.body; level++, at = at.parentElement) {
    names.push(`${at.id} ${(at.getAttribute('class') ?? '').slice(0, 120)}`);
  }
  return names.join(' ').replace(/\s+/g, ' ').trim();
}

function altOf(element: Element, link: Element | null): string {
  const own =
    element.getAttribute('alt') ?? element.getAttribute('aria-label') ?? element.querySelector('title')?.textContent;
  const text = own || link?.getAttribute('aria-label') || link?.getAttribute('title') || '';
  return text.replace(/\s+/g, ' ').trim().slice(0, 120);
}

function leadsHome(link: Element, isNamedLogo: boolean): boolean {
  const href = link.getAttribute('href') ?? '';
  // Templates use a bare `#` for every link; on a logo it means the home page.
  if (/^#?$|^javascript:/i.test(href)) return isNamedLogo;
  if (/^(?:#\/?(?:top|page-top|home|hero)?|\.{1,2}\/?)$/i.test(href)) return true;
  if (!URL.canParse(href, page.baseURI)) return false;
  const { origin, pathname, search } = new URL(href, page.baseURI);
  if (origin !== location.origin || search !== '') return false;
  const path = pathname.replace(/(?:index|home)\.\w+$/i, '');
  const here = location.pathname.replace(/[^/]*$/, '');
  return path === '/' || path === here || /^\/[a-z]{2}(?:[-_][a-z]{2})?\/?$/i.test(path);
}

function leadsAway(link: Element): boolean {
  const href = link.getAttribute('href') ?? '';
  return URL.canParse(href, page.baseURI) && new URL(href, page.baseURI).origin !== location.origin;
}

/** The number of other pictures in the same row, at most two levels up. */
function pictureSiblings(element: Element): number {
  const item = element.closest('li, a') ?? element;
  const row = item.parentElement;
  return row === null || row === page.body ? 0 : Math.max(0, row.querySelectorAll('img, svg').length - 1);
}
