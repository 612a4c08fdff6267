import type { Evidence } from '../evidence.ts';
import { type Color, readColor } from './color.ts';

/** A custom property that holds a colour. */
export interface Token {
  name: string;
  color: Color;
}

const triple = /^\d{1,3}(?:\.\d+)?[\s,]+\d{1,3}(?:\.\d+)?[\s,]+\d{1,3}(?:\.\d+)?$/;
const hslTriple = /^\d{1,3}(?:\.\d+)?(?:deg)?[\s,]+\d{1,3}(?:\.\d+)?%[\s,]+\d{1,3}(?:\.\d+)?%$/;

/** Colours among the custom properties, also those that leave out the function's name: `222 47% 11%`, `13, 110, 253`. */
export function colorTokens(variables: Evidence['variables']): Token[] {
  return variables.flatMap(([name, value]) => {
    const written = hslTriple.test(value) ? `hsl(${value})` : triple.test(value) ? `rgb(${value})` : value;
    const color = readColor(written);
    return color === undefined || color.alpha < 0.9 ? [] : [{ name, color }];
  });
}

/** `--bs-primary` is `primary` of the family `--bs-`; shades and derived names are not of the family itself. */
const plain =
  /^(--(?:[a-z0-9]+-{1,2})*?)(primary|brand|secondary|accent|success|warning|danger|error|destructive|info|link)(?:-color|-colou?r)?(?:-(?:500|600|default|base|main))?$/i;

export interface FamilyToken extends Token {
  family: string;
  role: string;
}

export function familyTokens(tokens: readonly Token[]): FamilyToken[] {
  return tokens.flatMap((token) => {
    const [, family = '', role = ''] = plain.exec(token.name.replace(/-rgb$/i, '')) ?? [];
    return role === '' ? [] : [{ ...token, family: family.toLowerCase(), role: role.toLowerCase() }];
  });
}

const brandName = /(?:^|-)(?:primary|brand|theme|cta|action|main)(?:-|$)/i;
const notBrand =
  /text|foreground|border|hover|active|focus|light|dark|contrast|(?:^|-)on-|subtle|content|inverse|(?:^|-)fg|muted|(?:^|-)bg|background|surface|container|shadow|ring|disabled|-(?:25|50|100|200|300|400|700|800|900|950)$|font|meta/i;

/** How much a property's name says "this is our colour", from 0 to 1. */
export function brandWeight(name: string): number {
  if (notBrand.test(name)) return 0;
  if (brandName.test(name)) return /-(?:500|600)$/.test(name) ? 0.8 : 1;
  return /(?:^|-)accent(?:-|$)/i.test(name) ? 0.5 : 0;
}
