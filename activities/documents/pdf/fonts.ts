import type { PdfPage } from './open.ts';

export interface FontStyle {
  isBold: boolean;
  isItalic: boolean;
  isMonospaced: boolean;
}

/** TeX has names of its own: CMBX is Computer Modern, bold and extended. */
const boldName = /bold|black|heavy|demi|semibold|[-,.]bd\b|^(?:cm|sf|lm|ec)b(?:x|sr|xti)/i;
const italicName = /italic|oblique|[-,.]it\b|slanted|^(?:cm|sf|lm|ec)(?:ti|sl|bxti)\d/i;
const monospacedName = /mono|courier|consol|typewriter|menlo|inconsolata|^(?:cm|sf|lm|ec)tt/i;

function nameOf(font: unknown): string {
  const name = typeof font === 'object' && font !== null && 'name' in font ? font.name : undefined;
  // An embedded part of a font has a prefix of six letters.
  return typeof name === 'string' ? name.replace(/^[A-Z]{6}\+/, '') : '';
}

/** The names of fonts are known once the operators of the page have been read. */
export function createFontStyles(page: PdfPage): (id: string, family: string | undefined) => FontStyle {
  const known = new Map<string, FontStyle>();
  return (id, family) => {
    const before = known.get(id);
    if (before) return before;
    const name = page.commonObjs.has(id) ? nameOf(page.commonObjs.get(id)) : '';
    const style = {
      isBold: boldName.test(name),
      isItalic: italicName.test(name),
      isMonospaced: monospacedName.test(name) || family === 'monospace',
    };
    known.set(id, style);
    return style;
  };
}
