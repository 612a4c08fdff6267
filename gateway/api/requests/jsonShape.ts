import { readableNumber } from '../../../contracts/readableNumber.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

export interface JsonLimits {
  maxDepth: number;
  /** Strings, numbers, lists and objects together. */
  maxValues: number;
}

/**
 * What is wrong with how JSON text is built, as a sentence; undefined if nothing is. The text is only scanned, which takes
 * milliseconds: parsing 16 MiB of empty lists takes seconds.
 */
export function shapeProblem(text: string, { maxDepth, maxValues }: JsonLimits): string | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values += 1;
    // `[` and `{`, `]` and `}` differ in one bit.
    else if ((code | 0x20) === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) return `The body is nested deeper than ${maxDepth} levels.`;
    } else if ((code | 0x20) === 0x7d) depth -= 1;
    if (values > maxValues) return `The body has more than ${readableNumber(maxValues)} values.`;
  }
  return undefined;
}

/** The position of the quote that ends the string; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
