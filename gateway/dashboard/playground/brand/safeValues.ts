/**
 * The values of a profile come from an untrusted page. Each function passes a value on only if it is known to be of one
 * kind, so that no value can end a declaration, a rule or an element, or load anything.
 */

export function hexColor(value: string | undefined): string | undefined {
  return value !== undefined && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : undefined;
}

const length = String.raw`\d{1,5}(?:\.\d{1,4})?(?:px|%|em|rem)|0`;
const lengths = new RegExp(`^(?:${length})(?: (?:${length})){0,3}$`);

/** One to four CSS lengths, such as a padding or a radius. */
export function lengthsOf(value: string | undefined): string | undefined {
  return value !== undefined && lengths.test(value) ? value : undefined;
}

const colorFunction = String.raw`(?:rgba?|hsla?|oklch|oklab|lab|lch|color)\([\w\s.,%/+-]{1,60}\)`;
const color = `(?:${colorFunction}|#[0-9a-f]{3,8})`;
const shadow = String.raw`(?:inset )?${color}(?: -?\d{1,4}(?:\.\d+)?px){2,4}(?: inset)?`;
const shadows = new RegExp(`^${shadow}(?:, ?${shadow}){0,7}$`, 'i');

/** Shadows in the form of computed styles: the color comes first. */
export function shadowOf(value: string | undefined): string | undefined {
  return value !== undefined && value.length <= 400 && shadows.test(value) ? value : undefined;
}

const stop = `${color}(?: -?[\\d.]{1,8}(?:%|px)){0,2}`;
const direction = String.raw`(?:-?[\d.]{1,8}(?:deg|turn|rad)|to [a-z]+(?: [a-z]+)?|(?:circle|ellipse)?(?: ?at [\w\s.%-]{1,30})?)`;
const gradients = new RegExp(
  `^(?:repeating-)?(?:linear|radial|conic)-gradient\\((?:${direction}, ?)?${stop}(?:, ?${stop}){1,11}\\)$`,
  'i',
);

export function gradientOf(value: string | undefined): string | undefined {
  return value !== undefined && value.length <= 600 && gradients.test(value) ? value : undefined;
}

/** The colors of a gradient, in order. */
export function colorsIn(gradient: string): string[] {
  return gradient.match(new RegExp(color, 'gi')) ?? [];
}

/** The background of a control: transparent, a color or a gradient. */
export function fillOf(value: string | undefined): string | undefined {
  return value === 'transparent' ? value : (hexColor(value) ?? gradientOf(value));
}

const generic =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-(?:serif|sans-serif|monospace|rounded)|math|emoji|-apple-system|BlinkMacSystemFont)$/i;

export function isGeneric(family: string): boolean {
  return generic.test(family);
}

/** Keeps letters, digits and the few signs that occur in font names. */
export function familyName(family: string): string {
  return family
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} ._+&-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
}

/** A CSS `font-family` value: `"Source Sans Pro", Helvetica, sans-serif`. */
export function familyList(families: readonly string[]): string {
  return families
    .map(familyName)
    .filter((family) => family !== '')
    .map((family) => (isGeneric(family) ? family : `"${family}"`))
    .join(', ');
}

/** Text that is safe inside a CSS or JavaScript comment. */
export function plainWords(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\p{N} .,&'-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
}

/** A name that is valid on every file system. */
export function fileName(text: string): string {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'brand'
  );
}
