import type { Evidence } from '../evidence.ts';
import { type Color, readColor } from './color.ts';

/** A custom property whose value is a color. */
export interface Token {
  name: string;
  color: Color;
}

const rgbTriple = /^\d{1,3}(?:\.\d+)?[\s,]+\d{1,3}(?:\.\d+)?[\s,]+\d{1,3}(?:\.\d+)?$/;
const hslTriple = /^\d{1,3}(?:\.\d+)?(?:deg)?[\s,]+\d{1,3}(?:\.\d+)?%[\s,]+\d{1,3}(?:\.\d+)?%$/;

/** The colors among the custom properties, also bare triples such as `222 47% 11%` and `13, 110, 253`. */
export function colorTokens(variables: Evidence['variables']): Token[] {
  return variables.flatMap(([name, value]) => {
    const css = hslTriple.test(value) ? `hsl(${value})` : rgbTriple.test(value) ? `rgb(${value})` : value;
    const color = readColor(css);
    return color === undefined || color.alpha < 0.9 ? [] : [{ name, color }];
  });
}

/** `--bs-primary` has the role `primary` in the family `--bs-`. Shades and derived names do not match. */
const rolePattern =
  /^(--(?:[a-z0-9]+-{1,2})*?)(primary|brand|secondary|accent|success|warning|danger|error|destructive|info|link)(?:-color|-colou?r)?(?:-(?:500|600|default|base|main))?$/i;

export interface FamilyToken extends Token {
  family: string;
  role: string;
}

export function familyTokens(tokens: readonly Token[]): FamilyToken[] {
  return tokens.flatMap((token) => {
    const [, family = '', role = ''] = rolePattern.exec(token.name.replace(/-rgb$/i, '')) ?? [];
    return role === '' ? [] : [{ ...token, family: family.toLowerCase(), role: role.toLowerCase() }];
  });
}

const brandPattern = /(?:^|-)(?:primary|brand|theme|cta|action|main)(?:-|$)/i;
const notBrandPattern =
  /text|foreground|border|hover|active|focus|light|dark|contrast|(?:^|-)on-|subtle|content|inverse|(?:^|-)fg|muted|(?:^|-)bg|background|surface|container|shadow|ring|disabled|-(?:25|50|100|200|300|400|700|800|900|950)$|font|meta/i;

/** How clearly a property's name says that it is the brand's color, from 0 to 1. */
export function brandWeight(name: string): number {
  if (notBrandPattern.test(name)) return 0;
  if (brandPattern.test(name)) return /-(?:500|600)$/.test(name) ? 0.8 : 1;
  return /(?:^|-)accent(?:-|$)/i.test(name) ? 0.5 : 0;
}
