import type { Evidence } from './evidence.ts';

const system = /^(?:system-ui|-apple-system|blinkmacsystemfont|ui-sans-serif|ui-serif|ui-monospace|ui-rounded)$/i;
const generic = /^(?:serif|sans-serif|monospace|cursive|fantasy|emoji|math|fangsong|inherit|initial)$/i;
const icons =
  /awesome|material[- ](?:icons|symbols)|icomoon|glyphicons|nucleo|bootstrap-icons|dashicons|ionicons|remixicon|fontello|swiper|slick|(?:^|[-_ ])icons?(?:$|[-_ ])|emoji/i;
/** Families that come with operating systems: a stack that begins with one means it. */
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

type Known = Pick<Evidence, 'fontFaces' | 'fontServices' | 'drawnFamilies'>;

/**
 * The family that a stack means: its first. A name that nothing stands behind is passed over only for one that the page
 * brings along; what comes with every machine, at the end of most stacks, is there for want of the first.
 */
export function familyMeant(stack: string, known: Known): { family: string; founded: boolean } | undefined {
  const all = familiesIn(stack).filter((family) => !icons.test(family));
  const [first] = all;
  if (first === undefined) return undefined;
  if (system.test(first)) return { family: 'system-ui', founded: true };
  const brought = broughtBy(known);
  if (brought.has(spelling(first)) || installed.test(first)) return { family: plainName(first), founded: true };
  const later = all.find((family) => brought.has(spelling(family)) && !installed.test(family));
  if (later !== undefined) return { family: plainName(later), founded: true };
  const named = all.find((family) => !generic.test(family) && !system.test(family));
  return named === undefined ? { family: first, founded: true } : { family: plainName(named), founded: false };
}

/** Two spellings of a name in different sheets are one family: `Inter Var` is `Inter`. */
function spelling(family: string): string {
  return plainName(family).toLowerCase();
}
function plainName(family: string): string {
  return family
    .replace(/[ _-](?:var|variable|vf)$/i, '')
    .replace(/^__(\w+?)_[0-9a-f]{6}$/, '$1')
    .replaceAll('_', ' ');
}

function broughtBy({ fontFaces, fontServices, drawnFamilies }: Known): Set<string> {
  return new Set([...fontFaces.map(({ family }) => family), ...fontServices, ...drawnFamilies].map(spelling));
}
