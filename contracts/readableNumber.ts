/** A number as people read it: `120,000`. */
export function readableNumber(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 20 });
}
