import type { Evidence } from './evidence.ts';

const system = /^(?:system-ui|-apple-system|blinkmacsystemfont|ui-sans-serif|ui-serif|ui-monospace|ui-rounded)$/i;
const generic = /^(?:serif|sans-serif|monospace|cursive|fantasy|emoji|math|fangsong|inherit|initial)$/i;
const icons =
  /awesome|material[- ](?:icons|symbols)|icomoon|glyphicons|nucleo|bootstrap-icons|dashicons|ionicons|remixicon|fontello|swiper|slick|(?:^|[-_ ])icons?(?:$|[-_ ])|emoji/i;
/** Families that come with operating systems: a stack that begins with one intends it. */
const installed =
  /^(?:helvetica(?: neue)?|arial(?: black| narrow)?|segoe ui.*|roboto|georgia|times(?: new roman)?|verdana|tahoma|trebuchet ms|courier(?: new)?|consolas|monaco|menlo|sfmono-regular|sf mono|sf pro.*|cambria|calibri|candara|garamond|palatino.*|book antiqua|baskerville|didot|futura|gill sans|avenir(?: next)?|optima|impact|lucida.*|century gothic|franklin gothic.*|san francisco|cantarell|ubuntu|noto sans|liberation.*|dejavu.*|oxygen)$/i;

export function familiesIn(stack: string): string[] {
  return stack
    .split(',')
    .map((family) => family.trim().replace(/^["']|["']$/g, ''))
    .filter((family) => family !== '');
}

export function isIconStack(stack: string): boolean {
  return icons.test(familiesIn(stack)[0] ?? '');
}

type FontSources = Pick<Evidence, 'fontFaces' | 'fontServices' | 'availableFamilies'>;

/**
 * The family that a font stack intends: its first, unless the page provides only a later one. System fonts late in a
 * stack are fallbacks. `isConfirmed` says whether the family is provided by the page or known.
 */
export function intendedFamily(
  stack: string,
  sources: FontSources,
): { family: string; isConfirmed: boolean } | undefined {
  const all = familiesIn(stack).filter((family) => !icons.test(family));
  const [first] = all;
  if (first === undefined) return undefined;
  if (system.test(first)) return { family: 'system-ui', isConfirmed: true };
  const provided = providedFamilies(sources);
  if (provided.has(normalizedName(first)) || installed.test(first))
    return { family: plainName(first), isConfirmed: true };
  const later = all.find((family) => provided.has(normalizedName(family)) && !installed.test(family));
  if (later !== undefined) return { family: plainName(later), isConfirmed: true };
  const named = all.find((family) => !generic.test(family) && !system.test(family));
  return named === undefined ? { family: first, isConfirmed: true } : { family: plainName(named), isConfirmed: false };
}

/** For comparison: `Inter Var` and `inter` are one family. */
function normalizedName(family: string): string {
  return plainName(family).toLowerCase();
}
/** Removes the suffixes of variable fonts and the hashes of build tools. */
function plainName(family: string): string {
  return family
    .replace(/[ _-](?:var|variable|vf)$/i, '')
    .replace(/^__(\w+?)_[0-9a-f]{6}$/, '$1')
    .replaceAll('_', ' ');
}

function providedFamilies({ fontFaces, fontServices, availableFamilies }: FontSources): Set<string> {
  return new Set([...fontFaces.map(({ family }) => family), ...fontServices, ...availableFamilies].map(normalizedName));
}
