import { findFirst, type PageElement } from '../tree/nodes.ts';
import { texOfMathml } from './mathml.ts';

function wrap(tex: string, display: boolean): string {
  const source = tex.replace(/\s+/g, ' ').trim();
  if (!source) return '';
  return display ? `$$${source}$$` : `$${source}$`;
}

function texOf(math: PageElement): string | undefined {
  const annotation = findFirst(
    math,
    ({ name, attribs }) => name === 'annotation' && /tex/i.test(attribs['encoding'] ?? ''),
  );
  if (annotation) return annotation.textContent;
  return math.attribs['alttext'];
}

function isDisplay(element: PageElement): boolean {
  for (let at: PageElement | null = element, steps = 0; at && steps < 4; at = at.parent, steps++) {
    if (at.attribs['display'] === 'block' || at.attribs['display'] === 'true') return true;
    if (/katex-display|MathJax_Display|mwe-math-mathml-display|math-display/.test(at.attribs['class'] ?? ''))
      return true;
  }
  return false;
}

/** Where pages write TeX into their text, for MathJax or KaTeX to find: `\\(a\\)`, `\\[a\\]`, `$$a$$`. */
const inlineTex =
  /\\\((?<inline>[^$]{1,2000}?)\\\)|\\\[(?<display>[^$]{1,2000}?)\\\]|\$\$(?<dollars>[^$]{1,2000})\$\$/g;

/** The parts of a text in turn: words, and formulas between dollar signs. */
export function splitFormulas(text: string): { words: string; formula?: string }[] {
  if (!/\\[([]|\$\$/.test(text)) return [{ words: text }];
  const parts: { words: string; formula?: string }[] = [];
  let end = 0;
  for (const match of text.matchAll(inlineTex)) {
    const { inline, display, dollars } = match.groups ?? {};
    const formula = wrap(inline ?? display ?? dollars ?? '', inline === undefined);
    parts.push({ words: text.slice(end, match.index), formula });
    end = match.index + match[0].length;
  }
  return [...parts, { words: text.slice(end) }];
}

/** The TeX of a formula, between dollar signs; empty for a preview or picture of one; undefined if it is none. */
export function formulaOf(element: PageElement): string | undefined {
  const { name, attribs } = element;
  if (name === 'math') {
    const tex = texOf(element) ?? (texOfMathml(element) || element.textContent);
    return wrap(tex.replace(/^\s*\{\\displaystyle\s([\s\S]*)\}\s*$/, '$1'), isDisplay(element));
  }
  if (name === 'script') return wrap(element.textContent, /mode=display/i.test(attribs['type'] ?? ''));
  const label = attribs['class'];
  if (label === undefined) return undefined;
  if (/(?:^|\s)(?:MathJax_Preview|MathJax(?:_Display|_SVG|_CHTML)?|katex-html)(?:\s|$)/.test(label)) {
    const math = findFirst(element, (inner) => inner.name === 'math');
    return math ? formulaOf(math) : '';
  }
  if (/mwe-math-fallback-image/.test(label)) return '';
  return undefined;
}
