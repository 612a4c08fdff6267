import { page } from '../../egress/rendering/inPage/unclobbered.ts';
import type { FontFaceInfo, TextStyle } from '../evidence.ts';

const maxFaces = 300;
const maxFamilies = 60;

export function fontFaces(): FontFaceInfo[] {
  const found: FontFaceInfo[] = [];
  for (const { family, weight, status } of page.fonts) {
    if (found.length >= maxFaces) break;
    found.push({ family: unquoted(family), weight, status });
  }
  return found;
}

/** Families in the URLs of font services, even if the service did not answer. */
export function fontServices(): string[] {
  const families = new Set<string>();
  const urls = [...page.querySelectorAll('link[href]')].map((link) => link.getAttribute('href') ?? '');
  for (const sheet of page.styleSheets) {
    if (sheet.href !== null) urls.push(sheet.href);
    try {
      for (const rule of [...sheet.cssRules].slice(0, 20)) if (rule instanceof CSSImportRule) urls.push(rule.href);
    } catch {
      // The rules of another origin's style sheet are not readable.
    }
  }
  for (const url of urls) {
    if (!/fonts?\.|font/i.test(url) || !url.includes('family=')) continue;
    const query = url.slice(url.indexOf('?') + 1).replaceAll('&amp;', '&');
    for (const value of new URLSearchParams(query).getAll('family')) {
      for (const family of value.split('|')) families.add(family.split(':', 1)[0]?.trim() ?? '');
    }
  }
  families.delete('');
  return [...families].slice(0, 40);
}

/** Families of the page's text that the browser has. Measured: text in a missing family is as wide as its fallback. */
export function availableFamilies(texts: readonly TextStyle[]): string[] {
  const context = page.createElement('canvas').getContext('2d');
  if (context === null) return [];
  const fallbackWidth = { mono: widthIn(context, 'monospace'), serif: widthIn(context, 'serif') };
  const families = new Set(texts.flatMap(({ family }) => family.split(',').map(unquoted)));
  return [...families].slice(0, maxFamilies).filter((family) => {
    if (
      family === '' ||
      /^(?:serif|sans-serif|monospace|cursive|fantasy)$|^(?:system-ui|ui-|-apple|BlinkMac)/.test(family)
    )
      return false;
    const name = JSON.stringify(family);
    return (
      widthIn(context, `${name}, monospace`) !== fallbackWidth.mono ||
      widthIn(context, `${name}, serif`) !== fallbackWidth.serif
    );
  });
}

/** The width of a sample text, whose letters differ in width between almost all fonts. */
function widthIn(context: CanvasRenderingContext2D, family: string): number {
  context.font = `40px ${family}`;
  return context.measureText('mmmmwwwwiiiiTTffll0123@&').width;
}

function unquoted(family: string): string {
  return family.trim().replace(/^["']|["']$/g, '');
}
