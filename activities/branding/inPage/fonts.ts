import type { FontFaceFact, TextStyle } from '../evidence.ts';
import { page } from './document.ts';

const mostFaces = 300;
const mostFamilies = 60;

export function fontFaces(): FontFaceFact[] {
  const found: FontFaceFact[] = [];
  for (const { family, weight, status } of page.fonts) {
    if (found.length >= mostFaces) break;
    found.push({ family: unquoted(family), weight, status });
  }
  return found;
}

/** Families that are asked of a font service: named in the address, also where the service is away. */
export function fontServices(): string[] {
  const families = new Set<string>();
  const addresses = [...page.querySelectorAll('link[href]')].map((link) => link.getAttribute('href') ?? '');
  for (const sheet of page.styleSheets) {
    if (sheet.href !== null) addresses.push(sheet.href);
    try {
      for (const rule of [...sheet.cssRules].slice(0, 20)) if (rule instanceof CSSImportRule) addresses.push(rule.href);
    } catch {
      // Rules of another origin's style sheet.
    }
  }
  for (const address of addresses) {
    if (!/fonts?\.|font/i.test(address) || !address.includes('family=')) continue;
    const query = address.slice(address.indexOf('?') + 1).replaceAll('&amp;', '&');
    for (const value of new URLSearchParams(query).getAll('family')) {
      for (const family of value.split('|')) families.add(family.split(':', 1)[0]?.trim() ?? '');
    }
  }
  families.delete('');
  return [...families].slice(0, 40);
}

/** Families of the page's text that were really there: measured, as a missing one is as wide as what stands in for it. */
export function drawnFamilies(texts: readonly TextStyle[]): string[] {
  const context = page.createElement('canvas').getContext('2d');
  if (context === null) return [];
  const sample = 'mmmmwwwwiiiiTTffll0123@&';
  function width(font: string): number {
    context.font = font;
    return context.measureText(sample).width;
  }
  const plain = { mono: width('40px monospace'), serif: width('40px serif') };
  const families = new Set(texts.flatMap(({ family }) => family.split(',').map(unquoted)));
  return [...families].slice(0, mostFamilies).filter((family) => {
    if (
      family === '' ||
      /^(?:serif|sans-serif|monospace|cursive|fantasy)$|^(?:system-ui|ui-|-apple|BlinkMac)/.test(family)
    )
      return false;
    const name = JSON.stringify(family);
    return width(`40px ${name}, monospace`) !== plain.mono || width(`40px ${name}, serif`) !== plain.serif;
  });
}

function unquoted(family: string): string {
  return family.trim().replace(/^["']|["']$/g, '');
}
