import { isElement, type PageElement } from '../tree/nodes.ts';

/** The characters that TeX writes as commands. Others are the same in TeX. */
const commands = new Map<string, string>(
  Object.entries({
    α: 'alpha',
    β: 'beta',
    γ: 'gamma',
    δ: 'delta',
    ε: 'epsilon',
    ζ: 'zeta',
    η: 'eta',
    θ: 'theta',
    ι: 'iota',
    κ: 'kappa',
    λ: 'lambda',
    μ: 'mu',
    ν: 'nu',
    ξ: 'xi',
    π: 'pi',
    ρ: 'rho',
    σ: 'sigma',
    τ: 'tau',
    υ: 'upsilon',
    φ: 'phi',
    χ: 'chi',
    ψ: 'psi',
    ω: 'omega',
    Γ: 'Gamma',
    Δ: 'Delta',
    Θ: 'Theta',
    Λ: 'Lambda',
    Ξ: 'Xi',
    Π: 'Pi',
    Σ: 'Sigma',
    Φ: 'Phi',
    Ψ: 'Psi',
    Ω: 'Omega',
    '∑': 'sum',
    '∏': 'prod',
    '∫': 'int',
    '∮': 'oint',
    '∂': 'partial',
    '∇': 'nabla',
    '∞': 'infty',
    '≤': 'le',
    '≥': 'ge',
    '≠': 'ne',
    '≈': 'approx',
    '≡': 'equiv',
    '∼': 'sim',
    '∝': 'propto',
    '±': 'pm',
    '∓': 'mp',
    '×': 'times',
    '÷': 'div',
    '⋅': 'cdot',
    '·': 'cdot',
    '→': 'to',
    '⇒': 'Rightarrow',
    '⇔': 'Leftrightarrow',
    '∈': 'in',
    '∉': 'notin',
    '⊂': 'subset',
    '⊆': 'subseteq',
    '∪': 'cup',
    '∩': 'cap',
    '∀': 'forall',
    '∃': 'exists',
    '¬': 'neg',
    '∧': 'land',
    '∨': 'lor',
    '…': 'ldots',
    '⋯': 'cdots',
    ℓ: 'ell',
    '′': 'prime',
  }),
);

/** Names that TeX sets upright: `sin x`, not `s i n x`. */
const functionNames = new Set(
  'sin cos tan cot sec csc sinh cosh tanh log ln exp lim max min sup inf det dim gcd arg'.split(' '),
);

const accents = new Map(
  Object.entries({
    '¯': 'bar',
    '‾': 'bar',
    '^': 'hat',
    '~': 'tilde',
    '˜': 'tilde',
    '→': 'vec',
    '˙': 'dot',
    '¨': 'ddot',
  }),
);

function token(element: PageElement): string {
  const text = element.textContent.replace(/[\u2061-\u2064]/g, '').trim();
  const command = commands.get(text) ?? (functionNames.has(text) ? text : undefined);
  if (command) return `\\${command} `;
  if (element.name === 'mtext' || (element.name === 'mi' && text.length > 1))
    return text ? `\\text{${text.replace(/[{}\\]/g, '')}}` : '';
  return text.replace(/[{}%#&$]/g, '\\$&');
}

/** As one argument of a command: a single character needs no braces. */
function group(tex: string): string {
  const trimmed = tex.trim();
  return /^(?:[^\\{}]|\\[a-z]+)$/i.test(trimmed) ? trimmed : `{${trimmed}}`;
}

function script(tex: string, mark: '_' | '^'): string {
  return tex.trim() ? `${mark}${group(tex)}` : '';
}

function base(tex: string): string {
  return /^[^\s\\]$|^\\[a-z]+ ?$/i.test(tex) ? tex.trim() : `{${tex.trim()}}`;
}

function over(below: string, mark: string): string {
  const accent = accents.get(mark.trim());
  return accent ? `\\${accent}{${below.trim()}}` : `\\overset{${mark.trim()}}{${below.trim()}}`;
}

function row(cells: readonly PageElement[]): string {
  return cells.map((cell) => content(cell).trim()).join(' & ');
}

function content(element: PageElement): string {
  let tex = '';
  for (let child = element.first; child; child = child.next) if (isElement(child)) tex += texOf(child);
  return tex;
}

function texOf(element: PageElement): string {
  const parts = element.children;
  const part = (at: number): string => (parts[at] ? texOf(parts[at]) : '');
  switch (element.name) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
    case 'ms':
      return token(element);
    case 'mspace':
      return ' ';
    case 'mfrac':
      return `\\frac{${part(0).trim()}}{${part(1).trim()}}`;
    case 'msqrt':
      return `\\sqrt{${content(element).trim()}}`;
    case 'mroot':
      return `\\sqrt[${part(1).trim()}]{${part(0).trim()}}`;
    case 'msup':
      return `${base(part(0))}${script(part(1), '^')}`;
    case 'msub':
      return `${base(part(0))}${script(part(1), '_')}`;
    case 'msubsup':
    case 'munderover':
      return `${base(part(0))}${script(part(1), '_')}${script(part(2), '^')}`;
    case 'munder':
      return `${base(part(0))}${script(part(1), '_')}`;
    case 'mover':
      return over(part(0), parts[1]?.textContent ?? '');
    case 'mfenced':
      return `${element.attribs['open'] ?? '('}${parts.map(texOf).join(',')}${element.attribs['close'] ?? ')'}`;
    case 'mtable':
      return `\\begin{matrix}${parts.map((line) => row(line.children)).join(' \\\\ ')}\\end{matrix}`;
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return '';
    default:
      return content(element);
  }
}

/** The TeX of presentation MathML, for formulas that come without their source. */
export function texOfMathml(math: PageElement): string {
  return content(math).replace(/\s+/g, ' ').trim();
}
