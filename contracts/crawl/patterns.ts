import { RE2JS } from 're2js';

/** Whether an address matches any of the patterns. */
export type PatternMatcher = (text: string) => boolean;

/** Callers choose the patterns, so they run on an engine whose time grows with the text alone, whatever the pattern. */
export function createPatternMatcher(patterns: readonly string[]): PatternMatcher {
  const compiled = patterns.map((pattern) => RE2JS.compile(pattern));
  return (text) => compiled.some((pattern) => pattern.test(text));
}

/** What is wrong with a pattern, as the engine says it; undefined if it can be used. */
export function patternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
  }
}
