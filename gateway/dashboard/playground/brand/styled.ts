/** The CSS properties that a brand's values may set on the sheet; client/brand.js has the same list. */
type Property =
  | 'background'
  | 'color'
  | 'border-color'
  | 'border-radius'
  | 'box-shadow'
  | 'padding'
  | 'font-family'
  | 'font-size'
  | 'font-weight'
  | 'line-height'
  | 'flex-grow'
  | 'width';

/**
 * The content security policy forbids inline styles. The attribute `data-look` carries the values instead, and
 * client/brand.js sets each property on its own, so that no value can break out of its property.
 */
export function styled(look: Partial<Record<Property, string | number | undefined>>) {
  return {
    'data-look': JSON.stringify(Object.fromEntries(Object.entries(look).map(([name, value]) => [name, textOf(value)]))),
  };
}

function textOf(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
