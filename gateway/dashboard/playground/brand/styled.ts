/** What the brand may decide about our page. */
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
 * Pages have no inline styles, by their content security policy. An element says how it wants to look, and the script
 * that puts it into the page sets each property by itself (client/brand.js), where a value cannot become anything else.
 */
export function styled(look: Partial<Record<Property, string | number | undefined>>) {
  return {
    'data-look': JSON.stringify(Object.fromEntries(Object.entries(look).map(([name, value]) => [name, asText(value)]))),
  };
}

function asText(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
